#include "tools/ferro/mcp/line_io.h"

#include <unistd.h>

#include <csignal>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace ferro::mcp {
namespace {

using Event = LineReader::Event;

struct Pipe {
  Pipe() {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    read_end = ends[0];
    write_end = ends[1];
  }
  ~Pipe() {
    CloseReader();
    CloseWriter();
  }
  void CloseReader() { Close(read_end); }
  void CloseWriter() { Close(write_end); }
  void Put(const std::string& text) { EXPECT_EQ(write(write_end, text.data(), text.size()), ssize_t(text.size())); }

  int read_end = -1;
  int write_end = -1;

 private:
  static void Close(int& fd) {
    if (fd >= 0) close(fd);
    fd = -1;
  }
};

std::vector<std::pair<Event, std::string>> ReadToEnd(LineReader& reader) {
  std::vector<std::pair<Event, std::string>> events;
  while (true) {
    std::string line;
    const Event event = reader.Next(line);
    if (event == Event::kEnd || event == Event::kStopped) return events;
    events.emplace_back(event, line);
  }
}

TEST(LineReaderTest, CutsLinesAndKeepsTheLastWithoutAnEnd) {
  Pipe pipe;
  pipe.Put("one\n\ntwo\r\nthree");
  pipe.CloseWriter();
  LineReader reader(pipe.read_end, -1, 100);
  EXPECT_EQ(ReadToEnd(reader),
            (std::vector<std::pair<Event, std::string>>{
                {Event::kLine, "one"}, {Event::kLine, ""}, {Event::kLine, "two\r"}, {Event::kLine, "three"}}));
}

TEST(LineReaderTest, JoinsWhatComesInPieces) {
  Pipe pipe;
  LineReader reader(pipe.read_end, -1, 100);
  std::thread writer([&pipe] {
    for (const char* piece : {"a", "bc", "d\ne", "f\n"}) pipe.Put(piece);
    pipe.CloseWriter();
  });
  EXPECT_EQ(ReadToEnd(reader),
            (std::vector<std::pair<Event, std::string>>{{Event::kLine, "abcd"}, {Event::kLine, "ef"}}));
  writer.join();
}

TEST(LineReaderTest, SkipsALongLineAndGoesOn) {
  for (const size_t size : {size_t{11}, size_t{5000}, size_t{300000}}) {
    Pipe pipe;
    LineReader reader(pipe.read_end, -1, 10);
    std::thread writer([&pipe, size] {
      for (size_t left = size; left > 0; left -= std::min<size_t>(left, 4096)) {
        pipe.Put(std::string(std::min<size_t>(left, 4096), 'x'));
      }
      pipe.Put("\n0123456789\n" + std::string(11, 'y'));
      pipe.CloseWriter();
    });
    EXPECT_EQ(ReadToEnd(reader), (std::vector<std::pair<Event, std::string>>{
                                     {Event::kTooLong, ""}, {Event::kLine, "0123456789"}, {Event::kTooLong, ""}}))
        << size;
    writer.join();
  }
}

TEST(LineReaderTest, StopsThoughTheWriterIsSilent) {
  Pipe pipe, stop;
  LineReader reader(pipe.read_end, stop.read_end, 10);
  std::thread stopper([&stop] { stop.Put("!"); });
  std::string line;
  EXPECT_EQ(reader.Next(line), Event::kStopped);
  EXPECT_EQ(reader.Next(line), Event::kStopped) << "it stays so";
  stopper.join();
}

TEST(LineWriterTest, LinesOfManyThreadsStayWhole) {
  Pipe pipe;
  LineWriter writer(pipe.write_end, -1);
  std::vector<std::thread> threads;
  for (char letter = 'a'; letter < 'e'; ++letter) {
    threads.emplace_back([&writer, letter] {
      for (int i = 0; i < 20; ++i) EXPECT_TRUE(writer.Write(std::string(10000, letter)));
    });
  }
  std::thread closer([&threads, &pipe] {
    for (std::thread& thread : threads) thread.join();
    pipe.CloseWriter();
  });
  LineReader reader(pipe.read_end, -1, 20000);
  const auto events = ReadToEnd(reader);
  closer.join();
  EXPECT_EQ(events.size(), 80);
  for (const auto& [event, line] : events) {
    EXPECT_EQ(line.size(), 10000);
    EXPECT_EQ(line.find_first_not_of(line[0]), std::string::npos);
  }
}

TEST(LineWriterTest, SaysWhenNobodyReads) {
  std::signal(SIGPIPE, SIG_IGN);
  Pipe pipe;
  LineWriter writer(pipe.write_end, -1);
  EXPECT_TRUE(writer.Write("x"));
  pipe.CloseReader();
  EXPECT_FALSE(writer.Write("x"));
  EXPECT_TRUE(writer.broken());
}

TEST(LineWriterTest, AStopEndsTheWaitForASlowReader) {
  Pipe pipe, stop;
  LineWriter writer(pipe.write_end, stop.read_end);
  std::thread stopper([&stop] { stop.Put("!"); });
  EXPECT_FALSE(writer.Write(std::string(1 << 20, 'x'))) << "more than a pipe holds";
  stopper.join();
}

}  // namespace
}  // namespace ferro::mcp
