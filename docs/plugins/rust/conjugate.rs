//! conjugate: nonlinear conjugate gradients on Φ (Polak and Ribière 1969, with restarts), preconditioned by the masses, as a plugin of weft in
//! Rust, without a crate: the structs below are those of weft_solver.h that it uses. One thread.
//!
//!   rustc --edition 2021 -O --crate-type cdylib conjugate.rs -o conjugate.so

use std::ffi::{c_char, c_void};
use std::ptr::null;

// ---- weft_solver.h ----

type Block = [f64; 4];

#[repr(C)]
struct Failure {
    text: [c_char; 240],
}

#[repr(C)]
struct Model {
    particle_count: i32,
    set_count: i32,
    colour_count: i32,
    batch_count: i32,
    mass: *const f64,
    inverse_mass: *const f64,
    // and more, which is not read here
}

#[repr(C)]
struct Iterate {
    iteration: i32,
    single: i32,
    position: *const c_void,
    lambda: *const *mut f64,
}

#[repr(C)]
struct Host {
    abi: u32,
    size: u32,
    alloc: extern "C" fn(*const Setup, usize, usize) -> *mut c_void,
    energy: extern "C" fn(*const Model, i32, i32, i32, *const Block, *mut Block) -> f64,
    evaluate: *const c_void,
    hessian: *const c_void,
    project: *const c_void,
    team: *const c_void,
    barrier: *const c_void,
    phase: extern "C" fn(*mut Step, i32),
    count: extern "C" fn(*mut Step, i32, i64),
    iterate: extern "C" fn(*mut Step, *const Iterate),
}

#[repr(C)]
struct Setup {
    size: u32,
    threads: i32,
    single: i32,
    host: *const Host,
    model: *const Model,
    params: *const f64,
    h: f64,
    substeps: i32,
}

#[repr(C)]
struct Step {
    size: u32,
    substep: i32,
    position: *mut Block,
    previous: *const Block,
    begin: f64,
    end: f64,
    watched: i32,
    ended: i32,
    residual: *const c_char,
    residual_begin: f64,
    residual_end: f64,
    private_to_weft: *mut c_void,
}

#[repr(C)]
struct Param {
    name: *const c_char,
    unit: *const c_char,
    summary: *const c_char,
    kind: i32,
    value: f64,
    least: f64,
    most: f64,
    choices: *const *const c_char,
}

#[repr(C)]
pub struct Solver {
    abi: u32,
    size: u32,
    name: *const c_char,
    summary: *const c_char,
    version: *const c_char,
    params: *const Param,
    takes: u32,
    precisions: u32,
    needs: u32,
    most_components: i32,
    fixed: i32,
    aim: i32,
    order: i32,
    create: extern "C" fn(*const Setup, *mut *mut c_void, *mut Failure) -> i32,
    step: extern "C" fn(*mut c_void, *mut Step, *mut Failure) -> i32,
    destroy: Option<extern "C" fn(*mut c_void)>,
    momentum: i32,
    program: *const *const c_char,
}

const OK: i32 = 0;
const PHASE_RHS: i32 = 1;
const COUNT_GRADIENTS: i32 = 0;
const COUNT_OBJECTIVES: i32 = 1;
const INTEGER: i32 = 1;
const DOUBLE: u32 = 1;
const HAS_ENERGY: u32 = 1;

// ---- the method ----

#[repr(C, align(32))]
#[derive(Clone, Copy, Default)]
struct Aligned(Block);

struct Conjugate<'a> {
    setup: &'a Setup,
    host: &'a Host,
    model: &'a Model,
    inverse_mass: &'a [f64],
    mass: &'a [f64],
    iterations: i32,
    x: Vec<Aligned>,
    tried: Vec<Aligned>,
    gradient: Vec<Aligned>,
    older: Vec<Aligned>,
    way: Vec<Aligned>,
}

fn dot(a: &[Aligned], b: &[Aligned]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.0[0] * b.0[0] + a.0[1] * b.0[1] + a.0[2] * b.0[2]).sum()
}

impl Conjugate<'_> {
    // Φ where it is tried, its gradient into `gradient`.
    fn objective(&mut self, y: &[Block], step: *mut Step) -> f64 {
        let h2 = self.setup.h * self.setup.h;
        self.gradient.fill(Aligned::default());
        (self.host.count)(step, COUNT_GRADIENTS, 1);
        (self.host.count)(step, COUNT_OBJECTIVES, 1);
        let (from, to) = (self.tried.as_ptr() as *const Block, self.gradient.as_mut_ptr() as *mut Block);
        let mut phi = h2 * (self.host.energy)(self.model, -1, 0, 0, from, to);
        for (i, g) in self.gradient.iter_mut().enumerate() {
            let mass = if self.inverse_mass[i] > 0.0 { self.mass[i] } else { 0.0 };
            for k in 0..3 {
                let d = self.tried[i].0[k] - y[i][k];
                phi += 0.5 * mass * d * d;
                g.0[k] = if mass > 0.0 { h2 * g.0[k] + mass * d } else { 0.0 };
            }
        }
        phi
    }

    fn go(&mut self, length: f64) {
        for ((tried, x), way) in self.tried.iter_mut().zip(&self.x).zip(&self.way) {
            for k in 0..3 {
                tried.0[k] = x.0[k] + length * way.0[k];
            }
        }
    }

    // Half of what was tried until Φ falls, then where the slope along the way would be zero, if Φ is lower there. x stays if it never falls.
    fn search(&mut self, phi: f64, slope: f64, y: &[Block], step: *mut Step) -> f64 {
        let mut length = 1.0;
        for _ in 0..40 {
            self.go(length);
            let there = self.objective(y, step);
            if there < phi {
                let rise = dot(&self.gradient, &self.way) - slope;
                let best = if rise > 0.0 { -slope / rise * length } else { length };
                self.go(best);
                let at_best = self.objective(y, step);
                if at_best <= there {
                    return at_best;
                }
                self.go(length);
                return self.objective(y, step);
            }
            length *= 0.25;
        }
        self.go(0.0);
        self.objective(y, step)
    }

    // β of Polak and Ribière, 0 where it would be negative; both gradients over the masses.
    fn turn(&mut self, first: bool) -> f64 {
        let (mut above, mut below) = (0.0, 0.0);
        for (i, w) in self.inverse_mass.iter().enumerate() {
            for k in 0..3 {
                above += w * self.gradient[i].0[k] * (self.gradient[i].0[k] - self.older[i].0[k]);
                below += w * self.older[i].0[k] * self.older[i].0[k];
            }
        }
        let beta = if first || below == 0.0 { 0.0 } else { f64::max(0.0, above / below) };
        for (i, w) in self.inverse_mass.iter().enumerate() {
            for k in 0..3 {
                self.way[i].0[k] = beta * self.way[i].0[k] - w * self.gradient[i].0[k];
            }
        }
        dot(&self.gradient, &self.way)
    }

    fn show(&self, step: *mut Step, iteration: i32) {
        let position = self.x.as_ptr() as *const c_void;
        (self.host.iterate)(step, &Iterate { iteration, single: 0, position, lambda: null() });
    }

    fn step(&mut self, y: &mut [Block], step: *mut Step) {
        for (x, y) in self.x.iter_mut().zip(y.iter()) {
            x.0 = *y;
        }
        self.tried.copy_from_slice(&self.x);
        (self.host.phase)(step, PHASE_RHS);
        self.show(step, -1);
        let mut phi = self.objective(y, step);
        for iteration in 0..self.iterations {
            let mut slope = self.turn(iteration == 0);
            if slope > 0.0 {
                slope = self.turn(true);
            }
            self.older.copy_from_slice(&self.gradient);
            phi = self.search(phi, slope, y, step);
            self.x.copy_from_slice(&self.tried);
            self.show(step, iteration);
        }
        for (y, x) in y.iter_mut().zip(&self.x) {
            *y = x.0;
        }
    }
}

// ---- the table ----

extern "C" fn create(setup: *const Setup, solver: *mut *mut c_void, _: *mut Failure) -> i32 {
    // All that weft hands out stays valid as long as the solver.
    let setup = unsafe { &*setup };
    let (host, model) = unsafe { (&*setup.host, &*setup.model) };
    let count = model.particle_count as usize;
    let (mass, inverse_mass) =
        unsafe { (std::slice::from_raw_parts(model.mass, count), std::slice::from_raw_parts(model.inverse_mass, count)) };
    let iterations = unsafe { *setup.params } as i32;
    let blocks = || vec![Aligned::default(); count];
    let (x, tried, gradient, older, way) = (blocks(), blocks(), blocks(), blocks(), blocks());
    let made = Box::new(Conjugate { setup, host, model, inverse_mass, mass, iterations, x, tried, gradient, older, way });
    unsafe { *solver = Box::into_raw(made) as *mut c_void };
    OK
}

extern "C" fn step(solver: *mut c_void, now: *mut Step, _: *mut Failure) -> i32 {
    let solver = unsafe { &mut *(solver as *mut Conjugate) };
    let y = unsafe { std::slice::from_raw_parts_mut((*now).position, solver.x.len()) };
    solver.step(y, now);
    OK
}

extern "C" fn destroy(solver: *mut c_void) {
    drop(unsafe { Box::from_raw(solver as *mut Conjugate) });
}

struct Shared<T>(T); // constant, and with pointers, which Rust takes for dangerous between threads
unsafe impl<T> Sync for Shared<T> {}

const fn text(bytes: &'static [u8]) -> *const c_char {
    bytes.as_ptr() as *const c_char
}

static PARAMS: Shared<[Param; 2]> = Shared([
    Param {
        name: text(b"iterations\0"),
        unit: text(b"\0"),
        summary: text(b"directions in each step\0"),
        kind: INTEGER,
        value: 30.0,
        least: 1.0,
        most: 1e6,
        choices: null(),
    },
    Param { name: null(), unit: null(), summary: null(), kind: 0, value: 0.0, least: 0.0, most: 0.0, choices: null() },
]);

static TABLE: Shared<Solver> = Shared(Solver {
    abi: 1,
    size: std::mem::size_of::<Solver>() as u32,
    name: text(b"conjugate\0"),
    summary: text("nonlinear conjugate gradients (Polak and Ribière 1969), a plugin in Rust\0".as_bytes()),
    version: text(b"1.0\0"),
    params: &PARAMS.0 as *const Param,
    takes: 0,
    precisions: DOUBLE,
    needs: HAS_ENERGY,
    most_components: 0,
    fixed: 0,
    aim: 0,
    order: 0,
    create,
    step,
    destroy: Some(destroy),
    momentum: 0,
    program: null(),
});

static LIST: Shared<[*const Solver; 2]> = Shared([&TABLE.0, null()]);

#[no_mangle]
pub extern "C" fn weft_solvers() -> *const *const Solver {
    LIST.0.as_ptr()
}
