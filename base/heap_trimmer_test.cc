#include "base/heap_trimmer.h"

#include <memory>
#include <vector>

#include "base/process_memory.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

// Sanitizers bring allocators of their own, which keep what is freed on purpose.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kOwnAllocator = true;
#else
constexpr bool kOwnAllocator = false;
#endif

constexpr int64_t kBytes = int64_t{256} << 20;

// So many bytes of small pieces.
std::vector<std::unique_ptr<char[]>> TakeMemory() {
  constexpr int64_t kPiece = 1000;
  std::vector<std::unique_ptr<char[]>> pieces;
  for (int64_t i = 0; i < kBytes / kPiece; ++i) pieces.push_back(std::make_unique<char[]>(kPiece));
  return pieces;
}

// All but the last one, which stays, as something always does, and keeps the library from cutting the heap off at its
// end.
void GiveMemoryUp(std::vector<std::unique_ptr<char[]>>& pieces) { pieces.erase(pieces.begin(), pieces.end() - 1); }

TEST(HeapTrimmerTest, WhatWasFreedGoesBackToTheSystem) {
  if (kOwnAllocator) GTEST_SKIP() << "not the C library's allocator";
  HeapTrimmer heap;
  heap.Tick();
  auto pieces = TakeMemory();
  GiveMemoryUp(pieces);
  const int64_t freed = ResidentBytes();
  heap.Tick();
  EXPECT_LT(ResidentBytes(), freed - kBytes / 2);
}

TEST(HeapTrimmerTest, WhatIsFreedAMomentLaterDoesToo) {
  if (kOwnAllocator) GTEST_SKIP() << "not the C library's allocator";
  HeapTrimmer heap;
  heap.Tick();
  auto pieces = TakeMemory();
  heap.Tick();
  heap.Tick();
  GiveMemoryUp(pieces);
  const int64_t freed = ResidentBytes();
  for (int i = 0; i < 1 << HeapTrimmer::kTries; ++i) heap.Tick();
  EXPECT_LT(ResidentBytes(), freed - kBytes / 2);
}

TEST(HeapTrimmerTest, WhatIsInUseStays) {
  HeapTrimmer heap;
  heap.Tick();
  std::vector<char> used(HeapTrimmer::kSlackBytes * 2, 'x');
  heap.Tick();
  heap.Tick();
  EXPECT_EQ(used[used.size() / 2], 'x');
  EXPECT_GT(ResidentBytes(), HeapTrimmer::kSlackBytes);
}

}  // namespace
}  // namespace ferro
