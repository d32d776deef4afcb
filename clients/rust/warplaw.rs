//! An executor in Rust for `warplaw check`: one file, the standard library only, Rust 2021.
//!
//! A family's function gets one structure of include/warplaw/executor.h, whose fields have the header's names, and
//! fills in what comes out:
//!
//! ```ignore
//! #[path = "/path/to/clients/rust/warplaw.rs"]
//! mod warplaw;
//! fn shuffle(w: &mut warplaw::shfl) { .. }
//! warplaw::executor! { name: "mine", version: "1", domain: "", shfl: shuffle }
//! ```
//!
//! `rustc --edition 2021 -O --crate-type cdylib mine.rs -o mine.so` makes what `warplaw check mine.so` takes. A program
//! of its own calls `warplaw::serve(warplaw_executor_open(warplaw::ABI))` and is asked by `warplaw check --pipe`; what
//! it prints must go to stderr. A panic ends the process, and `check` shows a CRASH.
#![allow(dead_code, non_camel_case_types)]
use std::ffi::{c_char, c_void, CStr};
use std::io::{Read, Write};

pub const ABI: u32 = 1;
pub const LANES: usize = 32;
pub type Lanes = [u32; LANES];
pub type WideLanes = [u64; LANES];
pub type ByteLanes = [u8; LANES];

/// Which source's register a result's is, and which predicate: `result_is`, `predicate_is`.
pub const IS_ITS_OWN: u32 = 0;
pub const IS_VALUE: u32 = 1;
pub const IS_LANE: u32 = 2;
pub const IS_RANGE: u32 = 3;
pub const IS_MEMBERMASK: u32 = 4;
pub const IS_A: u32 = 5;
pub const IS_B: u32 = 6;
pub const IS_C: u32 = 7;
pub const IS_ADDRESS: u32 = 8;
pub const IS_OPERAND: u32 = 9;
pub const IS_SWAP: u32 = 10;
pub const IS_VOTES: u32 = 11;
pub const IS_GUARD: u32 = 12;

/// A structure of the header, with the names of its fields for `LAYOUT`.
macro_rules! families {
    ($($family:ident { $($field:ident: $kind:ty),* $(,)? })*) => {
        $(#[repr(C)] #[derive(Clone, Copy)] pub struct $family { $(pub $field: $kind),* })*

        /// The table: the families in the header's order.
        #[repr(C)]
        pub struct Executor {
            pub abi: u32,
            pub bytes: u32,
            pub name: *const c_char,
            pub version: *const c_char,
            pub domain: *const c_char,
            pub reset: Option<extern "C" fn()>,
            $(pub $family: Implemented<$family>),*
        }
        impl Executor {
            /// One that implements nothing.
            pub const NONE: Executor = Executor {
                abi: ABI,
                bytes: std::mem::size_of::<Executor>() as u32,
                name: std::ptr::null(),
                version: std::ptr::null(),
                domain: std::ptr::null(),
                reset: None,
                $($family: Implemented { function: None, bytes: 0 }),*
            };
            /// Name, function on a batch and bytes of a structure, in the order that numbers the families.
            fn families(&self) -> Vec<(&'static str, Option<Batch>, u64)> {
                vec![$((stringify!($family), self.$family.function.map(|function| {
                    Box::new(move |batch: *mut c_void, count| function(batch as *mut $family, count)) as Batch
                }), self.$family.bytes)),*]
            }
        }

        /// For each structure, its name, its bytes, and each field with its offset.
        pub fn layout() -> Vec<(&'static str, usize, Vec<(&'static str, usize)>)> {
            vec![$((stringify!($family), std::mem::size_of::<$family>(), {
                let one = std::mem::MaybeUninit::<$family>::uninit();
                let start = one.as_ptr();
                vec![$((stringify!($field), unsafe { std::ptr::addr_of!((*start).$field) } as usize - start as usize)),*]
            })),*]
        }
    };
}

families! {
    shfl { mode: u32, exec: u32, same_register: u32, value: Lanes, lane: Lanes, range: Lanes, inactive: Lanes, result: Lanes,
           predicate: u32, result_is: u32, predicate_is: u32 }
    vote { mode: u32, exec: u32, votes: u32, ballot: Lanes, predicate: u32, predicate_is: u32 }
    atoms { op: u32, size: u32, exec: u32, allocated: u32, address: Lanes, operand: WideLanes, swap: WideLanes,
            returned: WideLanes, order_is_known: u32, order: ByteLanes, error: ByteLanes, memory: [u8; 512], result_is: u64 }
    video { op: u32, d_signed: u32, a_signed: u32, b_signed: u32, saturates: u32, wraps: u32, condition: u32, second: u32,
            d_part: u32, a_part: u32, b_part: u32, exec: u32, a: Lanes, b: Lanes, c: Lanes, result: Lanes, result_is: u32 }
    vmad { a_signed: u32, b_signed: u32, a_part: u32, b_part: u32, negates_product: u32, negates_c: u32, plus_one: u32,
           saturates: u32, shift: u32, exec: u32, a: Lanes, b: Lanes, c: Lanes, result: Lanes, result_is: u32 }
    vsimd { op: u32, four_lanes: u32, d_signed: u32, a_signed: u32, b_signed: u32, saturates: u32, condition: u32, adds: u32,
            mask: u32, a_lanes: u32, b_lanes: u32, exec: u32, a: Lanes, b: Lanes, c: Lanes, result: Lanes, result_is: u32 }
    red { op: u32, size: u32, exec: u32, regions: u32, base: [u64; 8], bytes: [u32; 8], shared_window: u32,
          shared_window_bytes: u32, local_window: u32, local_window_bytes: u32, address: WideLanes, operand: WideLanes,
          order_is_known: u32, order: ByteLanes, order_high: ByteLanes, error: ByteLanes, memory: [u8; 512] }
    cuda_shfl { function: u32, exec: u32, width: u32, var: Lanes, x: Lanes, inactive: Lanes, result: Lanes }
    cuda_vote { function: u32, exec: u32, predicate: Lanes, result: Lanes }
    shfl_sync { mode: u32, exec: u32, exited: u32, membermask: Lanes, value: Lanes, lane: Lanes, range: Lanes,
                inactive: Lanes, result: Lanes, predicate: u32, result_is: u32, predicate_is: u32 }
    vote_sync { mode: u32, exec: u32, exited: u32, votes: u32, membermask: Lanes, ballot: Lanes, predicate: u32,
                result_is: u32, predicate_is: u32 }
    match_sync { mode: u32, r#type: u32, exec: u32, exited: u32, membermask: Lanes, value: Lanes, high: Lanes, result: Lanes,
                 predicate: u32, result_is: u32, predicate_is: u32 }
    redux_sync { op: u32, r#type: u32, absolute: u32, nan: u32, exec: u32, exited: u32, membermask: Lanes, value: Lanes,
                 result: Lanes, result_is: u32 }
    activemask { exec: u32, result: Lanes }
    elect_sync { exec: u32, exited: u32, membermask: Lanes, result: Lanes, predicate: u32, result_is: u32, predicate_is: u32 }
    ptx { opcode: [u8; 48], row: [u8; 24], r#type: [u8; 8], modes: u32, sources: u32, source: [u64; 4], result: u64, declined: u64, second: u64,
          gives_second: u64 }
}

type Batch = Box<dyn Fn(*mut c_void, u32)>;

/// A family's function on a batch, and the bytes of its structure.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Implemented<Structure> {
    pub function: Option<extern "C" fn(*mut Structure, u32)>,
    pub bytes: u64,
}

// the texts are static, and nothing is ever written
unsafe impl Sync for Executor {}

/// Calls the function for each structure. No panic crosses the border.
pub unsafe fn each<Structure>(batch: *mut Structure, count: u32, function: impl Fn(&mut Structure)) {
    for one in std::slice::from_raw_parts_mut(batch, count as usize) {
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| function(one)));
        if let Err(panic) = ended {
            let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            eprintln!("panic: {}", text.unwrap_or("of no text")); // the last line, which is what `check` shows
            std::process::abort();
        }
    }
}

/// Exports the table: `executor! { name: "..", version: "..", domain: "..", shfl: my_function, vote: another }`. The
/// domain is a JSON text (docs/check.md); an empty one claims everything.
#[macro_export]
macro_rules! warplaw_executor {
    (name: $name:literal, version: $version:literal, domain: $domain:literal $(, $family:ident: $function:path)* $(,)?) => {
        #[no_mangle]
        pub extern "C" fn warplaw_executor_open(host_abi: u32) -> *const warplaw::Executor {
            static TABLE: warplaw::Executor = warplaw::Executor {
                name: concat!($name, "\0").as_ptr() as *const _,
                version: concat!($version, "\0").as_ptr() as *const _,
                domain: concat!($domain, "\0").as_ptr() as *const _,
                $($family: warplaw::Implemented {
                    function: {
                        extern "C" fn batch(batch: *mut warplaw::$family, count: u32) {
                            unsafe { warplaw::each(batch, count, $function) }
                        }
                        Some(batch)
                    },
                    bytes: std::mem::size_of::<warplaw::$family>() as u64,
                },)*
                ..warplaw::Executor::NONE
            };
            if host_abi == warplaw::ABI { &TABLE } else { std::ptr::null() }
        }
    };
}
#[allow(unused_imports)] // by who only asks for the layout
pub use crate::warplaw_executor as executor;

fn json_of(text: *const c_char) -> String {
    let text = if text.is_null() { "".into() } else { unsafe { CStr::from_ptr(text) }.to_string_lossy() };
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => quoted += &format!("\\u{:04x}", c as u32),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// Serves `warplaw check --pipe` until the host hangs up (docs/check.md).
pub fn serve(table: *const Executor) -> std::io::Result<()> {
    let table = unsafe { table.as_ref() }.ok_or(std::io::ErrorKind::InvalidInput)?;
    let families = table.families();
    let (mut source, mut sink) = (std::io::stdin().lock(), std::io::stdout().lock());
    let implemented: Vec<String> =
        families.iter().filter(|one| one.1.is_some()).map(|(name, _, bytes)| format!("\"{name}\":{bytes}")).collect();
    let (name, version, domain) = (json_of(table.name), json_of(table.version), json_of(table.domain));
    writeln!(sink, "{{\"abi\":{ABI},\"name\":{name},\"version\":{version},\"domain\":{domain},\"families\":{{{}}}}}",
             implemented.join(","))?;
    sink.flush()?;
    let mut frame = [0u8; 16];
    while source.read_exact(&mut frame).is_ok() {
        let word = |at: usize| u32::from_ne_bytes([frame[at], frame[at + 1], frame[at + 2], frame[at + 3]]);
        let mut length = [0u8; 8];
        length.copy_from_slice(&frame[8..]);
        let bytes = u64::from_ne_bytes(length) as usize;
        let mut batch = vec![0u64; (bytes + 7) / 8]; // as aligned as any structure
        let room = unsafe { std::slice::from_raw_parts_mut(batch.as_mut_ptr() as *mut u8, bytes) };
        source.read_exact(room)?;
        let function = families.get(word(0) as usize).and_then(|one| one.1.as_ref());
        function.ok_or(std::io::ErrorKind::InvalidData)?(room.as_mut_ptr() as *mut c_void, word(4));
        sink.write_all(&length)?;
        sink.write_all(room)?;
        sink.flush()?;
    }
    Ok(())
}
