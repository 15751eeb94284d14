// Heads of attention, for programs built with HEADS, KV_HEADS and HEAD_DIM. Four neighbouring components are a pack.
#include "prelude.cl"

#define KEY_BLOCK 64  // keys that attention folds together
#define PACKS (HEAD_DIM / 4)
#define SCALE_PACKS (BLOCK / 4)  // packs that share an int8 scale
#define SCALES (HEAD_DIM / BLOCK)
#define GROUP (HEADS / KV_HEADS)  // query heads that read one KV head
