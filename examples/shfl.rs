//! SHFL in Rust, as a shared object and as a process (docs/check.md, "Rust"). Expected: SHFL.* OK
#[path = "../clients/rust/warplaw.rs"]
mod warplaw;

fn shuffle(w: &mut warplaw::shfl) {
    let (value, exec) = (w.value, w.exec);
    for i in (0..warplaw::LANES as u32).filter(|i| exec >> i & 1 == 1) {
        let (b, c) = (w.lane[i as usize] & 31, w.range[i as usize]);
        let (clamp, segment) = (c & 31, c >> 8 & 31);
        let least = i & segment;
        let greatest = (least | clamp & !segment) as i32;
        let source = match w.mode {
            0 => (least | b & !segment) as i32,
            1 => i as i32 - b as i32,
            2 => (i + b) as i32,
            _ => (i ^ b) as i32,
        };
        let in_range = if w.mode == 1 { source >= greatest } else { source <= greatest };
        let source = if in_range { source as u32 } else { i };
        w.result[i as usize] = if exec >> source & 1 == 1 { value[source as usize] } else { 0 };
        w.predicate = w.predicate & !(1 << i) | (in_range as u32) << i;
    }
}

warplaw::executor! {
    name: "shfl in Rust", version: "1", domain: r#"{"shfl": {"inactive": "zero"}}"#,
    shfl: shuffle
}

pub fn main() -> std::io::Result<()> {
    warplaw::serve(warplaw_executor_open(warplaw::ABI))
}
