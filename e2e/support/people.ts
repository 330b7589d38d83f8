/** The people of the demo school (`crates/server/src/demo/people.rs`). */
export const PASSWORD = 'tala demo 2026'

export const PADMA = { email: 'padma@demo.tala', name: 'Padma Subramaniam', code: 'TCH-PAD-2345' }
export const LEELA = { email: 'leela@demo.tala', name: 'Leela Rao-Bennett', code: 'TCH-LEE-6789' }
export const MEERA = { email: 'meera@demo.tala', name: 'Meera Krishnan' }
export const ARJUN = { email: 'arjun@demo.tala', name: 'Arjun Nair' }
/** Mother of Asha, a student of Padma with 4 credits, and Ravi, a student of Leela. */
export const ANITA = { email: 'anita@demo.tala', name: 'Anita Rao' }
export const SOFIA = { email: 'sofia@demo.tala', name: 'Sofia Marino' }
export const KAVYA = { email: 'kavya@demo.tala', name: 'Kavya Iyer' }
export const DEVIKA = { email: 'devika@demo.tala', name: 'Devika Menon' }
