#include "report/figure_beside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/statistics.h"
#include "base/text.h"

enum { FILE_BYTES_MAX = 256 << 20, FIELDS_MAX = 64, KEY_MAX = 4096 };

typedef struct Point {
    char  *key;  // series and x as the file has them, with the commas between
    double y;    // NaN: none
    int    turn; // of points with one key
} Point;

typedef struct Points {
    char  *header; // of the keys
    int    count, room;
    Point *points; // in the order of the file
} Points;

static void points_destroy(Points *p)
{
    for (int i = 0; i < p->count; i++)
        free(p->points[i].key);
    free(p->points);
    free(p->header);
    *p = (Points){0};
}

// ---- reading ----

// The end of a field of a line that ends with zero, its quotes included; NULL: an open quote.
static char *field_end(char *at)
{
    bool quoted = false;
    for (; *at && (quoted || *at != ','); at++)
        quoted = quoted != (*at == '"');
    return quoted ? NULL : at;
}

// Cuts a line into its fields, which stay as they are written. Returns how many, −1: it is no line of CSV.
static int cut(char *line, char *fields[FIELDS_MAX])
{
    int count = 0;
    for (char *at = line;; at++) {
        char *end = field_end(at);
        if (!end || count == FIELDS_MAX)
            return -1;
        fields[count++] = at;
        at = end;
        if (!*at)
            return count;
        *at = '\0';
    }
}

static Status join(char *const *fields, int count, char **out)
{
    char   key[KEY_MAX] = "";
    size_t used = 0;
    for (int i = 0; i < count && used < sizeof key; i++)
        used += (size_t)snprintf(key + used, sizeof key - used, "%s%s", i ? "," : "", fields[i]);
    if (used >= sizeof key)
        return status_make(STATUS_INPUT, "a point is named by more than %d bytes", KEY_MAX - 1);
    *out = strdup(key);
    return *out ? status_ok() : status_make(STATUS_MEMORY, "out of memory for the points of a figure");
}

static Status add(Points *p, char *const *fields, int keys)
{
    if (p->count == p->room) {
        const int room = p->room ? 2 * p->room : 256;
        Point    *grown = realloc(p->points, (size_t)room * sizeof *grown);
        if (!grown)
            return status_make(STATUS_MEMORY, "out of memory for the points of a figure");
        p->points = grown;
        p->room = room;
    }
    Point *point = &p->points[p->count];
    *point = (Point){.y = NAN};
    if (*fields[keys] && !text_to_double(fields[keys], &point->y))
        return status_make(STATUS_INPUT, "`%.40s` is not a number", fields[keys]);
    TRY(join(fields, keys, &point->key));
    p->count++;
    return status_ok();
}

typedef struct Columns {
    int count, y, curve, sample; // curve, sample: −1 where there is none
} Columns;

// y is what stands before its interval.
static Status read_head(char *line, Points *p, Columns *columns)
{
    char *fields[FIELDS_MAX];
    *columns = (Columns){.count = cut(line, fields), .y = -1, .curve = -1, .sample = -1};
    for (int i = 1; i < columns->count; i++) {
        columns->y = columns->y < 0 && strcmp(fields[i], "low") == 0 ? i - 1 : columns->y;
        columns->sample = strcmp(fields[i], "sample") == 0 ? i : columns->sample;
    }
    if (columns->y < 1)
        return status_make(STATUS_INPUT, "is no CSV of a figure");
    columns->curve = strcmp(fields[0], "curve") == 0 ? 0 : -1;
    return join(fields, columns->y, &p->header);
}

static Status read_line(char *line, const Columns *columns, Points *p)
{
    char *fields[FIELDS_MAX];
    if (cut(line, fields) != columns->count)
        return status_make(STATUS_INPUT, "has not as many fields as its header");
    if ((columns->curve == 0 && *fields[0]) || (columns->sample >= 0 && *fields[columns->sample]))
        return status_ok();
    return add(p, fields, columns->y);
}

static Status read_lines(const char *path, char *text, Points *p)
{
    Columns columns = {0};
    int     number = 0;
    for (char *line = text, *next = NULL; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        const size_t length = strlen(line);
        if (length && line[length - 1] == '\r')
            line[length - 1] = '\0';
        const Status status = number++ ? read_line(line, &columns, p) : read_head(line, p, &columns);
        if (status.code != STATUS_OK)
            return status_prefix(status, "%s:%d", path, number);
    }
    return number ? status_ok() : status_make(STATUS_INPUT, "%s: is empty", path);
}

static int compare_points(const void *a, const void *b)
{
    const Point *x = *(const Point *const *)a, *y = *(const Point *const *)b;
    const int    order = strcmp(x->key, y->key);
    return order ? order : (x > y) - (x < y);
}

// By key, those of one key in the order of the file. The caller frees *out.
static Status sort(Points *p, Point ***out)
{
    *out = malloc(((size_t)p->count + 1) * sizeof(Point *));
    if (!*out)
        return status_make(STATUS_MEMORY, "out of memory for the points of a figure");
    for (int i = 0; i < p->count; i++)
        (*out)[i] = &p->points[i];
    if (p->count)
        qsort(*out, (size_t)p->count, sizeof **out, compare_points);
    for (int i = 1; i < p->count; i++)
        if (strcmp((*out)[i - 1]->key, (*out)[i]->key) == 0)
            (*out)[i]->turn = (*out)[i - 1]->turn + 1;
    return status_ok();
}

static Status read_points(const char *path, Points *out)
{
    char  *text = NULL;
    size_t size = 0;
    *out = (Points){0};
    TRY(file_read(path, FILE_BYTES_MAX, &text, &size));
    const Status status = read_lines(path, text, out);
    free(text);
    if (status.code != STATUS_OK)
        points_destroy(out);
    return status;
}

// ---- comparing ----

// Two values that are equal, zeros too, differ by nothing.
static double come_to(double here, double there, bool ratio)
{
    const double larger = fmax(fabs(here), fabs(there));
    if (here == there)
        return ratio ? 1 : 0;
    return ratio ? here / there : fabs(here - there) / larger;
}

static void put_number(double value, FILE *out)
{
    char text[40];
    text_from_double(value, text, sizeof text);
    fprintf(out, ",%s", isnan(value) ? "" : text);
}

typedef struct Joined {
    bool    ratio;
    FILE   *out;
    double *values;
} Joined;

static void put_point(const Joined *j, const Point *here, const Point *there, FigureBeside *b)
{
    const double value = here && there ? come_to(here->y, there->y, j->ratio) : (double)NAN;
    b->here += here != NULL;
    b->there += there != NULL;
    if (!here)
        return;
    fputs(here->key, j->out);
    put_number(here->y, j->out);
    put_number(there ? there->y : (double)NAN, j->out);
    put_number(value, j->out);
    fputs("\r\n", j->out);
    if (isfinite(value))
        j->values[b->both++] = value;
}

static void merge(Point **here, int here_count, Point **there, int there_count, const Joined *j, FigureBeside *b)
{
    for (int h = 0, t = 0; h < here_count || t < there_count;) {
        int order = h == here_count ? 1 : t == there_count ? -1 : strcmp(here[h]->key, there[t]->key);
        if (order == 0)
            order = here[h]->turn - there[t]->turn;
        put_point(j, order <= 0 ? here[h] : NULL, order >= 0 ? there[t] : NULL, b);
        h += order <= 0;
        t += order >= 0;
    }
    b->least = b->median = b->most = NAN;
    if (b->both == 0)
        return;
    b->median = statistics_median(j->values, b->both); // sorts
    b->least = j->values[0];
    b->most = j->values[b->both - 1];
}

static Status compare(Points *here, Points *there, bool ratio, FILE *out, FigureBeside *b)
{
    Point **ours = NULL, **theirs = NULL;
    Joined  j = {.ratio = ratio, .out = out, .values = malloc(((size_t)here->count + 1) * sizeof(double))};
    Status  status = j.values ? sort(here, &ours) : status_make(STATUS_MEMORY, "out of memory for the points of a figure");
    if (status.code == STATUS_OK)
        status = sort(there, &theirs);
    if (status.code == STATUS_OK) {
        fprintf(out, "%s,here,published,%s\r\n", here->header, ratio ? "ratio" : "difference");
        merge(ours, here->count, theirs, there->count, &j, b);
    }
    free(theirs);
    free(ours);
    free(j.values);
    return status;
}

static Status write_beside(Points *here, Points *there, const char *path, bool ratio, const char *out, FigureBeside *b)
{
    FileDraft draft;
    if (strcmp(here->header, there->header) != 0)
        return status_make(STATUS_INPUT, "%s: has points by %.100s, not by %.100s: the figure has changed since", path, there->header,
                           here->header);
    TRY(file_begin(out, &draft));
    const Status status = compare(here, there, ratio, draft.stream, b);
    if (status.code == STATUS_OK)
        return file_commit(&draft);
    file_discard(&draft);
    return status;
}

Status figure_beside(const char *here, const char *there, bool ratio, const char *out, FigureBeside *beside)
{
    Points ours, theirs;
    *beside = (FigureBeside){0};
    TRY(read_points(here, &ours));
    Status status = read_points(there, &theirs);
    if (status.code == STATUS_OK)
        status = write_beside(&ours, &theirs, there, ratio, out, beside);
    points_destroy(&theirs);
    points_destroy(&ours);
    return status;
}
