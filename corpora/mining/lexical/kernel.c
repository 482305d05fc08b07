/* Pairs of texts whose lexical score may reach a threshold: a chain of upper bounds, then the edit distance.

   The texts come sorted by length, so of a row and a column before it the row is the longer text. With L its
   length, l the other's, c the token cosine and d the edit distance, the score (1 - d/L + c) / 2 reaches t only
   where d <= L (1 - 2t + c) =: k. Cheapest first:
     1. d >= L - l;
     2. d >= (sum of |differences of letter counts| + L - l) / 2;
     3. d >= L - (longest common subsequence), along paths that stay where at most k edits can lead;
     4. d itself, there too.
   Classes of letters are exact for the 62 most frequent ones and one for all others, which lets bounds 2 and 3
   only become weaker. Cosines of bounds are floats, widened by `slack`; what is written out is exact.
   corpora/mining/lexical/compiled.py is the same in Python, for machines without a C compiler. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#if defined(__AVX512VBMI__) && defined(__AVX512BW__) && defined(__AVX512BITALG__) && !defined(ALOI_PORTABLE)
#include <immintrin.h>
#define LANES 64
#endif

#define TILE 4096 /* columns whose dot products lie in the first cache */
#define CLASSES 64
#define EIGHT 8
#define PADDING 63 /* the class behind the end of a text: equal to nothing */

typedef struct {
    int64_t texts, letters, longest; /* texts; different letters; letters of the longest text */
    const int32_t *length;           /* letters of each text */
    const int64_t *start;            /* where its letters begin, a multiple of 8 */
    const int32_t *letter;           /* letters as numbers */
    const uint8_t *class;            /* their classes; from the end of a text to a multiple of 8, PADDING */
    const uint8_t *bag;              /* (texts, 64): how often it has each class, 255 for more */
    const int64_t *token_start;      /* where its tokens begin */
    const int32_t *token, *count;    /* by text, in rising order, and how often */
    const int64_t *square;           /* sum of squared counts */
    const float *inverse;            /* 1 / sqrt(square), 0 for a text without tokens */
    const int64_t *posting_start;    /* by token: the texts that have it, rising, and how often; */
    const int32_t *posting, *times;  /*           none for a token with a column */
    const int32_t *column;           /* by token: its column, -1 for none */
    const uint8_t *dense;            /* (columns, texts): how often each text has a frequent token */
    const int32_t *first;            /* by text: the first column that is long enough */
    double threshold, slack;
} Corpus;

typedef uint64_t Eight __attribute__((vector_size(64)));

typedef struct {
    int32_t *columns, *allowed; /* of the row at hand: what is left, and the edits it may have */
    float *dot, *bound;         /* of a tile */
    int64_t *cursor;
    uint64_t *mask; /* (classes, words) places of each class in the row */
    uint64_t *state; /* (words) of one comparison */
    Eight *steps;    /* (words) of eight, twice */
    int32_t *slot;  /* by letter: its place in `exact`, 0 where the row has none */
    uint64_t *exact;
    uint8_t *table; /* (bytes of the row, classes), and the state of 64 comparisons */
} Scratch;

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }

/* What is left of a row by lengths, cosine and letter counts. */
static int64_t near_columns(const Corpus *c, Scratch *s, int32_t row)
{
    const int64_t from = c->token_start[row], to = c->token_start[row + 1];
    const float longest = (float)most(c->length[row], 1), inverse = c->inverse[row];
    const float need = (float)(2 * c->threshold - c->slack), per = 1 / longest;
    const uint8_t *bag = c->bag + (int64_t)row * CLASSES;
    int64_t left = 0;
    for (int64_t k = from; k < to; k++) s->cursor[k - from] = c->posting_start[c->token[k]];
    for (int32_t begin = c->first[row]; begin < row; begin += TILE) {
        const int32_t width = least(TILE, row - begin), end = begin + width;
        float *restrict dot = s->dot, *restrict bound = s->bound;
        memset(dot, 0, sizeof(float) * (size_t)width);
        for (int64_t k = from; k < to; k++) {
            const float count = (float)c->count[k];
            const int32_t column = c->column[c->token[k]];
            if (column >= 0) {
                const uint8_t *restrict dense = c->dense + column * c->texts + begin;
                for (int32_t x = 0; x < width; x++) dot[x] += count * (float)dense[x];
                continue;
            }
            const int64_t last = c->posting_start[c->token[k] + 1];
            int64_t p = s->cursor[k - from];
            while (p < last && c->posting[p] < begin) p++;
            for (; p < last && c->posting[p] < end; p++) dot[c->posting[p] - begin] += count * (float)c->times[p];
            s->cursor[k - from] = p;
        }
        const float *restrict inverses = c->inverse + begin;
        const int32_t *restrict lengths = c->length + begin;
        for (int32_t x = 0; x < width; x++) {
            dot[x] *= inverse * inverses[x];
            bound[x] = dot[x] + per * (float)(lengths[x] > 1 ? lengths[x] : 1) - need;
        }
        int64_t stop = left;
        for (int32_t x = 0; x < width; x++) {
            s->columns[stop] = x;
            stop += bound[x] >= 0;
        }
        int64_t kept = left;
        for (int64_t k = left; k < stop; k++) {
            const int32_t x = s->columns[k], gap = c->length[row] - lengths[x];
            const uint8_t *restrict other = c->bag + (int64_t)(begin + x) * CLASSES;
            int32_t sum = 0;
            for (int32_t b = 0; b < CLASSES; b++) sum += abs(bag[b] - other[b]);
            const int32_t allowed = (int32_t)floorf(longest * (dot[x] - need + 1));
            s->columns[kept] = begin + x;
            s->allowed[kept] = allowed;
            kept += sum + gap <= 2 * allowed;
        }
        left = kept;
    }
    return left;
}

#ifndef LANES
/* Whether the longest common subsequence in the band leaves no more than `allowed` letters over. */
static int subsequence(const Corpus *c, Scratch *s, int32_t row, int32_t column, int32_t allowed)
{
    const int32_t m = c->length[row], n = c->length[column], words = (m + 63) / 64;
    const int32_t inserted = (allowed - (m - n)) / 2, deleted = (allowed + (m - n)) / 2, needed = m - allowed;
    const uint8_t *text = c->class + c->start[column];
    uint64_t *state = s->state;
    if (needed <= 0) return 1;
    for (int32_t w = 0; w < words; w++) state[w] = ~(uint64_t)0;
    for (int32_t begin = 0; begin < n; begin += 8) { /* padding matches nothing, so the last eight may be fewer */
        const int32_t low = most(0, begin - inserted) / 64, high = least(m - 1, begin + 7 + deleted) / 64;
        uint64_t carry[8] = {0};
        for (int32_t w = low; w <= high; w++) {
            const uint64_t *mask = s->mask + w;
            uint64_t v = state[w];
#pragma GCC unroll 8
            for (int b = 0; b < 8; b++) {
                const uint64_t here = mask[(int64_t)text[begin + b] * words], matched = v & here;
                const uint64_t sum = v + matched + carry[b];
                /* the bit carried out, as `matched` lies within v */
                carry[b] = (matched | (v & ~sum)) >> 63;
                v = sum | (v & ~here);
            }
            state[w] = v;
        }
        if (2 * begin < n && begin + 8 < n) continue;
        int32_t found = 0;
        for (int32_t w = 0; w <= high; w++) found += __builtin_popcountll(~state[w]);
        if (found + most(0, n - begin - 8) < needed) return 0;
    }
    return 1;
}
#else
/* Letters h to h + 7 of 64 texts: out[b] has letter h + b of each, texts in their order. */
static inline void eight_letters(const Corpus *c, const int64_t *start, const int32_t *length, int32_t h, __m512i *out)
{
    const __m512i turn = _mm512_set_epi8(
        63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 60, 52, 44, 36,
        28, 20, 12, 4, 59, 51, 43, 35, 27, 19, 11, 3, 58, 50, 42, 34, 26, 18, 10, 2, 57, 49, 41, 33, 25, 17, 9, 1,
        56, 48, 40, 32, 24, 16, 8, 0);
    const __m512i none = _mm512_set1_epi8(PADDING);
    __m512i a[8], b[8];
    for (int q = 0; q < 8; q++) {
        const __m512i at = _mm512_add_epi64(_mm512_loadu_si512(start + 8 * q), _mm512_set1_epi64(h));
        const __m256i size = _mm256_loadu_si256((const __m256i *)(length + 8 * q));
        const __mmask8 more = _mm256_cmpgt_epi32_mask(size, _mm256_set1_epi32(h));
        a[q] = _mm512_permutexvar_epi8(turn, _mm512_mask_i64gather_epi64(none, more, at, c->class, 1));
    }
    /* the 8 x 8 words of eight letters, turned */
    for (int q = 0; q < 4; q++) {
        b[2 * q] = _mm512_unpacklo_epi64(a[2 * q], a[2 * q + 1]);
        b[2 * q + 1] = _mm512_unpackhi_epi64(a[2 * q], a[2 * q + 1]);
    }
    for (int q = 0; q < 2; q++) {
        const __m512i low = _mm512_shuffle_i64x2(b[q], b[q + 2], 0x88), high = _mm512_shuffle_i64x2(b[q], b[q + 2], 0xdd);
        const __m512i low2 = _mm512_shuffle_i64x2(b[q + 4], b[q + 6], 0x88);
        const __m512i high2 = _mm512_shuffle_i64x2(b[q + 4], b[q + 6], 0xdd);
        out[q] = _mm512_shuffle_i64x2(low, low2, 0x88);
        out[q + 4] = _mm512_shuffle_i64x2(low, low2, 0xdd);
        out[q + 2] = _mm512_shuffle_i64x2(high, high2, 0x88);
        out[q + 6] = _mm512_shuffle_i64x2(high, high2, 0xdd);
    }
}

/* The same for up to 64 columns at once, eight letters of the row in a byte: what is left of them. */
static int64_t subsequences(const Corpus *c, Scratch *s, int32_t row, int32_t *columns, int32_t *allowed, int64_t count)
{
    const int32_t m = c->length[row], bytes = (m + 7) / 8;
    int64_t start[LANES];
    int32_t length[LANES], inserted = 0, deleted = 0, longest = 0;
    uint8_t found8[LANES];
    int32_t found[LANES];
    __m512i *state = (__m512i *)(s->table + (int64_t)bytes * CLASSES);
    for (int x = 0; x < LANES; x++) {
        start[x] = x < count ? c->start[columns[x]] : 0;
        length[x] = x < count ? c->length[columns[x]] : 0;
        found[x] = 0;
        if (x >= count) continue;
        inserted = most(inserted, (allowed[x] - (m - length[x])) / 2);
        deleted = most(deleted, (allowed[x] + (m - length[x])) / 2);
        longest = most(longest, length[x]);
    }
    const __m512i ones = _mm512_set1_epi8(-1), one = _mm512_set1_epi8(1);
    for (int32_t w = 0; w < bytes; w++) state[w] = ones;
    for (int32_t begin = 0; begin < longest; begin += 8) {
        const int32_t low = most(0, begin - inserted) / 8, high = least(m - 1, begin + 7 + deleted) / 8;
        __m512i letters[8], carry[8];
        eight_letters(c, start, length, begin, letters);
        for (int b = 0; b < 8; b++) carry[b] = _mm512_setzero_si512();
        for (int32_t w = low; w <= high; w++) {
            const __m512i table = _mm512_load_si512(s->table + (int64_t)w * CLASSES);
            __m512i v = state[w];
#pragma GCC unroll 8
            for (int b = 0; b < 8; b++) {
                const __m512i mask = _mm512_permutexvar_epi8(letters[b], table), matched = _mm512_and_si512(v, mask);
                const __m512i sum = _mm512_add_epi8(_mm512_add_epi8(v, matched), carry[b]);
                /* the bit carried out: matched | (v & ~sum), as matched lies within v */
                carry[b] = _mm512_ternarylogic_epi64(matched, v, sum, 0xf4);
                carry[b] = _mm512_and_si512(_mm512_srli_epi16(carry[b], 7), one);
                v = _mm512_ternarylogic_epi64(sum, v, mask, 0xf4);
            }
            state[w] = v;
        }
    }
    for (int32_t w = 0; w < bytes;) {
        __m512i sum = _mm512_setzero_si512();
        for (const int32_t until = least(bytes, w + 31); w < until; w++)
            sum = _mm512_add_epi8(sum, _mm512_popcnt_epi8(_mm512_xor_si512(state[w], ones)));
        _mm512_storeu_si512(found8, sum);
        for (int x = 0; x < LANES; x++) found[x] += found8[x];
    }
    int64_t left = 0;
    for (int64_t x = 0; x < count; x++)
        if (found[x] >= m - allowed[x]) {
            columns[left] = columns[x];
            allowed[left++] = allowed[x];
        }
    return left;
}
#endif

static int64_t dot_product(const Corpus *c, int32_t row, int32_t column)
{
    int64_t a = c->token_start[row], b = c->token_start[column], sum = 0;
    const int64_t end_a = c->token_start[row + 1], end_b = c->token_start[column + 1];
    while (a < end_a && b < end_b) {
        if (c->token[a] == c->token[b]) sum += (int64_t)c->count[a++] * c->count[b++];
        else if (c->token[a] < c->token[b]) a++;
        else b++;
    }
    return sum;
}

/* Edit distances of up to EIGHT columns in rising length: exact where at most `allowed`, else more than that (Myers,
   Hyyro; words in the band only: what lies outside is taken for more than it is). */
static void edit_distances(const Corpus *c, Scratch *s, int32_t row, const int32_t *columns, const int32_t *allowed,
                           int64_t count, int32_t *distances)
{
    const int32_t m = c->length[row], words = (m + 63) / 64;
    const int32_t *text[EIGHT];
    const uint64_t *place[EIGHT];
    int32_t size[EIGHT] = {0}, inserted = 0, deleted = 0, high = -1;
    int64_t ended = 0;
    Eight *plus = s->steps, *minus = s->steps + words;
    Eight distance = {0}; /* in the last letter of word `high` */
    for (int64_t x = 0; x < count; x++) {
        size[x] = c->length[columns[x]];
        text[x] = c->letter + c->start[columns[x]];
        inserted = most(inserted, (allowed[x] - (m - size[x])) / 2);
        deleted = most(deleted, (allowed[x] + (m - size[x])) / 2);
    }
    for (; ended < count && !size[ended]; ended++) distances[ended] = m;
    for (int32_t h = 0; ended < count; h++) {
        const int32_t low = most(0, h - inserted) / 64, reach = least(m - 1, h + deleted) / 64;
        for (; high < reach; distance += (uint64_t)(high < words - 1 ? 64 : m - 64 * (words - 1))) {
            high++;
            plus[high] = ~(Eight){0};
            minus[high] = (Eight){0};
        }
        for (int x = 0; x < EIGHT; x++)
            place[x] = s->exact + (h < size[x] ? (int64_t)s->slot[text[x][h]] * words : 0);
        Eight up = (Eight){0} + 1, down = {0}; /* the step to the right above the word: plus one, minus one */
        for (int32_t w = low; w <= high; w++) {
            const int last = w == words - 1 ? (m - 1) & 63 : 63;
            const Eight mask = {place[0][w], place[1][w], place[2][w], place[3][w],
                                place[4][w], place[5][w], place[6][w], place[7][w]};
            const Eight p = plus[w], q = minus[w], e = mask | down;
            const Eight zero = (((e & p) + p) ^ p) | e | q;
            const Eight rise = q | ~(zero | p), fall = p & zero;
            const Eight risen = (rise << 1) | up, fallen = (fall << 1) | down;
            plus[w] = fallen | ~(zero | risen);
            minus[w] = risen & zero;
            up = (rise >> last) & 1;
            down = (fall >> last) & 1;
        }
        distance += up - down;
        for (; ended < count && h == size[ended] - 1; ended++) distances[ended] = (int32_t)distance[ended];
    }
}

static void set_row(const Corpus *c, Scratch *s, int32_t row)
{
    const int32_t m = c->length[row], words = (m + 63) / 64;
    const int32_t *letter = c->letter + c->start[row];
    const uint8_t *class = c->class + c->start[row];
    int32_t slots = 1;
    memset(s->mask, 0, sizeof(uint64_t) * CLASSES * (size_t)words);
    memset(s->exact, 0, sizeof(uint64_t) * (size_t)words);
    for (int32_t x = 0; x < m; x++) {
        const uint64_t bit = (uint64_t)1 << (x & 63);
        s->mask[(int64_t)class[x] * words + x / 64] |= bit;
        int32_t *slot = &s->slot[letter[x]];
        if (!*slot) {
            *slot = slots++;
            memset(s->exact + (int64_t)*slot * words, 0, sizeof(uint64_t) * (size_t)words);
        }
        s->exact[(int64_t)*slot * words + x / 64] |= bit;
    }
#ifdef LANES
    memset(s->table, 0, CLASSES * (size_t)((m + 7) / 8));
    for (int32_t x = 0; x < m; x++) s->table[(int64_t)(x / 8) * CLASSES + class[x]] |= (uint8_t)(1u << (x & 7));
#endif
}

/* How many edits a pair may have; the decision in whole numbers comes later, so a few too many. */
static int32_t allowed_edits(const Corpus *c, int32_t row, int32_t column, int64_t dot)
{
    const double size = sqrt((double)c->square[row] * (double)c->square[column]), longest = most(c->length[row], 1);
    const double edits = floor(longest * (1 - 2 * c->threshold + (size > 0 ? (double)dot / size : 0) + 1e-9));
    return edits < 0 ? -1 : edits < longest ? (int32_t)edits : c->length[row];
}

static int64_t mine_row(const Corpus *c, Scratch *s, int32_t row, int32_t *columns, int32_t *distances, int64_t *dots)
{
    const int32_t m = c->length[row];
    int32_t allowed[EIGHT];
    int64_t left = near_columns(c, s, row), found = 0;
    if (!left) return 0;
    set_row(c, s, row);
#ifdef LANES
    int64_t through = 0;
    for (int64_t k = 0; k < left; k += LANES) {
        const int64_t some = left - k < LANES ? left - k : LANES;
        const int64_t kept = subsequences(c, s, row, s->columns + k, s->allowed + k, some);
        memmove(s->columns + through, s->columns + k, sizeof(int32_t) * (size_t)kept);
        memmove(s->allowed + through, s->allowed + k, sizeof(int32_t) * (size_t)kept);
        through += kept;
    }
    left = through;
#endif
    for (int64_t k = 0, waiting = 0; k < left; k++) {
        const int32_t column = s->columns[k];
#ifndef LANES
        if (subsequence(c, s, row, column, s->allowed[k]))
#endif
        {
            const int64_t dot = dot_product(c, row, column);
            const int32_t edits = allowed_edits(c, row, column, dot);
            if (edits >= m - c->length[column]) {
                columns[found + waiting] = column;
                dots[found + waiting] = dot;
                allowed[waiting++] = edits;
            }
        }
        if (waiting < EIGHT && k < left - 1) continue;
        edit_distances(c, s, row, columns + found, allowed, waiting, distances + found);
        const int64_t first = found;
        for (int64_t x = 0; x < waiting; x++)
            if (distances[first + x] <= allowed[x]) {
                columns[found] = columns[first + x];
                dots[found] = dots[first + x];
                distances[found++] = distances[first + x];
            }
        waiting = 0;
    }
    for (int32_t x = 0; x < m; x++) s->slot[c->letter[c->start[row] + x]] = 0;
    return found;
}

static void release(Scratch *s)
{
    free(s->columns), free(s->allowed), free(s->dot), free(s->bound), free(s->cursor);
    free(s->mask), free(s->state), free(s->steps), free(s->slot), free(s->exact), free(s->table);
}

/* Write the pairs of `rows` with a column before each, as long as there is room for a whole row; return how many
   rows were done, -1 without memory. `found`: how many pairs were written. */
int64_t aloi_mine(const Corpus *c, const int32_t *rows, int64_t count, int32_t *out_row, int32_t *out_column,
                  int32_t *out_distance, int64_t *out_dot, int64_t capacity, int64_t *found)
{
    const size_t words = (size_t)(c->longest + 63) / 64 + 1, texts = (size_t)c->texts + TILE;
    const size_t slots = (size_t)(c->letters < c->longest ? c->letters : c->longest) + 1;
    int64_t done = 0;
    Scratch s = {
        malloc(sizeof(int32_t) * texts), malloc(sizeof(int32_t) * texts),
        malloc(sizeof(float) * TILE), malloc(sizeof(float) * TILE),
        malloc(sizeof(int64_t) * ((size_t)c->longest + 1)),
        malloc(sizeof(uint64_t) * CLASSES * words), malloc(sizeof(uint64_t) * words),
        aligned_alloc(64, 2 * sizeof(Eight) * words),
        calloc((size_t)c->letters + 1, sizeof(int32_t)), malloc(sizeof(uint64_t) * slots * words),
        aligned_alloc(64, 2 * CLASSES * 8 * words)};
    *found = 0;
    if (!s.columns || !s.allowed || !s.dot || !s.bound || !s.cursor || !s.mask || !s.state || !s.steps || !s.slot || !s.exact || !s.table) {
        release(&s);
        return -1;
    }
    while (done < count && capacity - *found >= rows[done]) {
        const int32_t row = rows[done];
        const int64_t more = mine_row(c, &s, row, out_column + *found, out_distance + *found, out_dot + *found);
        for (int64_t k = 0; k < more; k++) out_row[*found + k] = row;
        *found += more;
        done++;
    }
    release(&s);
    return done;
}
