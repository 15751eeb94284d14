// How keys and values lie in device memory (kv_store.h): one place for those who write them and those who read them.
