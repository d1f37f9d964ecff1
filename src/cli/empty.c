int weft_front_empty(void);
int weft_front_empty(void)
{
    return 0;
}
