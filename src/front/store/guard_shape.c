// Checks the shape of a database: its tables must be as weft makes them (private/guard.h).
#include "store/private/guard.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "store/private/schema.h"
#include "store/sql.h"

// ---- tokens of a statement ----

// A token: a word, bare or in quotes, a text, a number or a sign.
typedef struct Token {
    char text[64]; // without quotes; longer texts are cut
    char first;    // first character, a quote included
    bool before_bracket;
} Token;

// Skips spaces and comments.
static const char *skip_blank(const char *p)
{
    for (;;) {
        const char *end = NULL;
        if (strncmp(p, "--", 2) == 0)
            end = strchr(p, '\n');
        else if (strncmp(p, "/*", 2) == 0)
            end = strstr(p + 2, "*/");
        else if (*p && strchr(" \t\n\f\r", *p))
            end = p;
        else
            return p;
        p = !end ? p + strlen(p) : *end == '*' ? end + 2 : end + 1;
    }
}

// Skips the token at p. A doubled quote ends one token and begins another, which makes no difference here.
static const char *skip_one(const char *p)
{
    const char *const pair = *p == '[' ? "]" : p, *end = NULL;
    if (strchr("'\"`[", *p))
        return (end = strchr(p + 1, *pair)) ? end + 1 : p + strlen(p);
    for (end = p; isalnum((unsigned char)*end) || *end == '_' || *end == '$' || (unsigned char)*end >= 0x80;)
        end++;
    return end + (end == p);
}

// Reads the next token and moves *at past it.
static bool next_token(const char **at, Token *out)
{
    const char *p = skip_blank(*at);
    if (!*p)
        return false;
    const char *end = skip_one(p);
    const int   edge = strchr("'\"`[", *p) ? 1 : 0;
    snprintf(out->text, sizeof out->text, "%.*s", (int)(end - p) - 2 * edge, p + edge);
    out->first = *p;
    out->before_bracket = *skip_blank(end) == '(';
    *at = end;
    return true;
}

static bool is_quoted(const Token *token)
{
    return strchr("\"`[", token->first);
}

static bool is_word(const Token *token)
{
    return is_quoted(token) || isalpha((unsigned char)token->first) || token->first == '_' || (unsigned char)token->first >= 0x80;
}

// A declaration of a table between two commas: a column, a key, or `) STRICT` after the columns. In lower case, without quotes, with one
// space between words. Texts and the commas after them are omitted, since lists of statuses grow. No column of weft has a type of several
// words, so a quoted name cannot be confused with several unquoted words.
typedef struct Part {
    char text[400]; // longer texts are cut, and then match none of weft's
    int  first;     // bytes of its first word
    int  words;     // without a final NOT NULL
    bool quoted;    // its first word is in quotes
} Part;

static void put_token(Part *part, const Token *token)
{
    const size_t size = strlen(part->text);
    snprintf(part->text + size, sizeof part->text - size, "%s%s", size ? " " : "", token->text);
    for (char *p = part->text + size; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    if (part->words++ == 0) {
        part->quoted = is_quoted(token);
        part->first = (int)strlen(part->text);
    }
}

static size_t without_not_null(const Part *part)
{
    static const char NOT_NULL[] = " not null";
    const size_t      size = strlen(part->text), end = sizeof NOT_NULL - 1;
    return size > end && strcmp(part->text + size - end, NOT_NULL) == 0 ? size - end : size;
}

// Reads the next part and moves *at past it. *at starts after the first bracket of the statement.
static bool next_part(const char **at, Part *out)
{
    Token token;
    int   depth = 0;
    *out = (Part){0};
    for (const char *p = *at; next_token(&p, &token); *at = p) {
        depth += (token.first == '(') - (token.first == ')');
        if (token.first == ')' && depth < 0 && out->words > 0) // starts the part after the columns
            break;
        if (token.first == '\'') {
            const char *comma = skip_blank(p);
            p = *comma == ',' ? comma + 1 : p;
        } else if (token.first == ',' && depth == 0) {
            *at = p;
            break;
        } else {
            put_token(out, &token);
        }
    }
    if (without_not_null(out) < strlen(out->text))
        out->words -= 2;
    return out->words > 0;
}

// Skips to the position after the bracket before the first part.
static const char *first_part(const char *sql)
{
    Token token = {0};
    while (token.first != '(' && next_token(&sql, &token)) {
    }
    return sql;
}

// ---- shape ----

// part: the part at fault, or "".
static Status wrong_shape(const char *path, const char *what, const char *name, const char *why, const char *part)
{
    char printable[80], detail[120] = "";
    snprintf(printable, sizeof printable, "%.70s", name);
    text_make_printable(printable);
    if (*part)
        snprintf(detail, sizeof detail, " `%.100s`", part);
    text_make_printable(detail);
    return status_make(STATUS_INPUT, "%s: %s `%s` %s%s: the file was changed by another program; use a copy that weft wrote", path, what,
                       printable, why, detail);
}

static bool is_listed(const char *word, const char *const *list)
{
    while (*list && strcasecmp(word, *list) != 0)
        list++;
    return *list;
}

// An index on a table of weft must not be unique, since rows would be rejected or replaced; weft declares its own keys in the tables. It
// must not have an expression either, which could run for hours.
static Status check_index(sqlite3_stmt *own, const char *path, const char *const object[4])
{
    static const char *const BRACKETS[] = {"in", NULL};
    static const char *const PATTERNS[] = {"like", "glob", "match", "regexp", NULL};
    const char              *at = object[2];
    for (Token token; next_token(&at, &token);) {
        if (!is_quoted(&token) && strcasecmp(token.text, "unique") == 0)
            return wrong_shape(path, object[0], object[1], "is unique", "");
        bool good = is_quoted(&token) || !is_listed(token.text, PATTERNS);
        if (good && is_word(&token) && token.before_bracket && (is_quoted(&token) || !is_listed(token.text, BRACKETS))) {
            sqlite3_reset(own);
            TRY(sql_bind(own, "t", token.text));
            good = sqlite3_step(own) == SQLITE_ROW; // a table name before a bracket is not a call
        }
        if (!good)
            return wrong_shape(path, object[0], object[1], "evaluates an expression", "");
    }
    return status_ok();
}

// True if a table with this statement has the part. Columns of weft in quotes may have been added to an older table (schema_update), so
// they match with or without NOT NULL.
static bool has_part(const char *sql, const Part *part, bool of_weft, bool *named)
{
    Part other;
    for (const char *at = first_part(sql); next_part(&at, &other);) {
        const size_t size = without_not_null(part);
        if (strcmp(other.text, part->text) == 0 ||
            ((of_weft ? &other : part)->quoted && size == without_not_null(&other) && strncmp(other.text, part->text, size) == 0))
            return true;
        *named = *named || (other.first == part->first && strncmp(other.text, part->text, (size_t)part->first) == 0);
    }
    return false;
}

// Compares the statement `sql` of a table with weft's own. The table may have additional columns of another version, with a name and a
// type.
static Status check_table(const char *path, const char *name, const char *sql, const char *own_sql)
{
    Part part;
    for (const char *at = first_part(sql); next_part(&at, &part);) {
        bool named = *part.text == ')';
        if (!has_part(own_sql, &part, true, &named) && (named || part.words > 2))
            return wrong_shape(path, "table", name, "differs from weft's schema:", part.text);
    }
    for (const char *at = first_part(own_sql); next_part(&at, &part);) {
        bool named = false;
        if (!part.quoted && !has_part(sql, &part, false, &named))
            return wrong_shape(path, "table", name, "differs from weft's schema: it lacks", part.text);
    }
    return status_ok();
}

// Compares an object of the file ([0] type, [1] name, [2] statement, [3] its table) with the object of that name in weft's own store.
static Status check_object(sqlite3_stmt *own, const char *path, const char *const object[4], bool virtual)
{
    const char *type = "", *sql = "";
    if (strcmp(object[0], "trigger") == 0)
        return wrong_shape(path, "trigger", object[1], "was not made by weft", "");
    if (virtual)
        return wrong_shape(path, "table", object[1], "is virtual", "");
    TRY(sql_bind(own, "t", object[3]));
    int code = sqlite3_step(own);
    if (code == SQLITE_ROW && strcmp(object[0], "index") == 0)
        TRY(check_index(own, path, object));
    sqlite3_reset(own);
    TRY(sql_bind(own, "t", object[1]));
    code = sqlite3_step(own);
    if (code != SQLITE_ROW)
        return code == SQLITE_DONE ? status_ok() : sql_error(sqlite3_db_handle(own), "cannot be read");
    TRY(sql_text(own, 0, &type));
    TRY(sql_text(own, 1, &sql));
    if (strcmp(type, object[0]) != 0)
        return wrong_shape(path, object[0], object[1], "has a name that weft uses otherwise", "");
    return strcmp(type, "table") == 0 ? check_table(path, object[1], object[2], sql) : status_ok();
}

static Status check_objects(sqlite3 *db, sqlite3 *model, const char *path)
{
    SQL_STATEMENT *query = NULL, *own = NULL;
    TRY(sql_prepare(model, "SELECT type, sql FROM sqlite_schema WHERE name = ? COLLATE NOCASE", &own));
    Status status = sql_query(db, &query, "SELECT type, name, sql, tbl_name, type = 'table' AND rootpage = 0 FROM main.sqlite_schema", "");
    while (sql_next(query, &status)) {
        const char *object[4] = {"", "", "", ""};
        for (int i = 0; i < 4 && status.code == STATUS_OK; i++)
            status = sql_text(query, i, &object[i]);
        if (status.code == STATUS_OK)
            status = check_object(own, path, object, sqlite3_column_int(query, 4) != 0);
        sqlite3_reset(own);
    }
    return status;
}

Status guard_check_shape(sqlite3 *db, const char *path)
{
    sqlite3 *model = NULL;
    Status   status = sqlite3_open(":memory:", &model) == SQLITE_OK ? schema_update(model) : sql_error(model, "cannot be made");
    if (status.code == STATUS_OK)
        status = check_objects(db, model, path);
    sqlite3_close(model);
    return status;
}
