;; Fixes how Python hashes texts: with a random seed, each build would have its own order of a set.
;; Not by 0, for expat would ask the system for another. componentize-py links this library to Python, and its
;; constructor runs before Python starts.
(module
  (@dylink.0 (mem-info (memory 17 0)) (needed "libc.so"))
  (import "env" "memory" (memory 0))
  (import "env" "__memory_base" (global $here i32))
  (import "env" "setenv" (func $setenv (param $name i32) (param $value i32) (param $overwrite i32) (result i32)))
  (data (global.get $here) "PYTHONHASHSEED\001\00")
  (func (export "__wasm_call_ctors")
    (drop (call $setenv (global.get $here) (i32.add (global.get $here) (i32.const 15)) (i32.const 1)))))
