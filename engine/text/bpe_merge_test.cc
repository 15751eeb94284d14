#include "engine/text/bpe_merge.h"

#include <random>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace ferro {
namespace {

std::vector<BpePiece> Pieces(const std::vector<Symbol>& symbols) {
  std::vector<BpePiece> out;
  for (const Symbol s : symbols) out.push_back({s, 1});
  return out;
}

TEST(PairTableTest, LowerRankStaysAndMissesAreNull) {
  PairTable table(3);
  table.Insert(1, 2, {5, 10});
  table.Insert(1, 2, {7, 11});
  table.Insert(2, 1, {3, 12});
  ASSERT_NE(table.Find(1, 2), nullptr);
  EXPECT_EQ(table.Find(1, 2)->result, 10u);
  EXPECT_EQ(table.Find(2, 1)->rank, 3u);
  EXPECT_EQ(table.Find(2, 2), nullptr);
  EXPECT_EQ(table.Find(kNoSymbol, kNoSymbol), nullptr);
  EXPECT_EQ(PairTable(0).Find(1, 2), nullptr);
}

TEST(BpeMergeTest, LeftmostOfEqualRanksFirst) {
  PairTable table(1);
  table.Insert(0, 0, {0, 1});
  BpeMerger merger;
  std::vector<BpePiece> pieces = Pieces({0, 0, 0});
  merger.RunByScanning(table, &pieces);
  EXPECT_TRUE(pieces == (std::vector<BpePiece>{{1, 2}, {0, 1}}));
  pieces = Pieces({0, 0, 0});
  merger.RunByHeap(table, &pieces);
  EXPECT_TRUE(pieces == (std::vector<BpePiece>{{1, 2}, {0, 1}}));
}

TEST(BpeMergeTest, AHugeWordLeavesNoMemoryBehind) {
  PairTable table(1);
  table.Insert(0, 0, {0, 1});
  BpeMerger merger;
  std::vector<BpePiece> pieces(1 << 20, BpePiece{0, 1});
  merger.Run(table, &pieces);
  EXPECT_EQ(pieces.size(), 1u << 19);
  EXPECT_LE(merger.kept_bytes(), 4u << 20);
  ReleaseIfHuge(pieces);
  EXPECT_EQ(pieces.capacity(), 0u);
}

TEST(BpeMergeTest, HugeWordsOfSeveralThreadsGetTheirTurns) {
  PairTable table(1);
  table.Insert(0, 0, {0, 1});
  const auto merge = [&] {
    BpeMerger merger;
    std::vector<BpePiece> pieces((1 << 20) + 2, BpePiece{0, 1});
    merger.Run(table, &pieces);
    EXPECT_EQ(pieces.size(), (1u << 19) + 1);
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back(merge);
  for (std::thread& thread : threads) thread.join();
}

// Random rules over few symbols, so that chains, ties and stale candidates are common.
TEST(BpeMergeTest, ScanningAndHeapAgree) {
  std::mt19937 random(3);
  BpeMerger merger;
  for (int round = 0; round < 3000; ++round) {
    PairTable table(40);
    for (int i = 0; i < 40; ++i) {
      table.Insert(random() % 8, random() % 8,
                   {static_cast<uint32_t>(random() % 20), static_cast<Symbol>(random() % 8)});
    }
    std::vector<Symbol> symbols(random() % 70);
    for (Symbol& s : symbols) s = random() % 9 == 0 ? kNoSymbol : random() % 8;
    std::vector<BpePiece> scanned = Pieces(symbols), heaped = Pieces(symbols), either = Pieces(symbols);
    merger.RunByScanning(table, &scanned);
    merger.RunByHeap(table, &heaped);
    merger.Run(table, &either);
    ASSERT_TRUE(scanned == heaped) << round;
    ASSERT_TRUE(scanned == either) << round;
  }
}

}  // namespace
}  // namespace ferro
