// @vitest-environment node
import { expect, test } from 'vitest'
import { kolam } from './kolam'

test('the same seed gives the same pattern, another seed another one', () => {
  const one = kolam({ size: 7, seed: 'teacher-1' })
  expect(kolam({ size: 7, seed: 'teacher-1' })).toEqual(one)
  expect(kolam({ size: 7, seed: 'teacher-2' }).paths).not.toEqual(one.paths)
})

test('every strand is closed', () => {
  for (let seed = 0; seed < 300; seed++) {
    const pattern = kolam({ size: 3 + (seed % 7), seed: String(seed), diamond: seed % 2 === 0 })
    for (const path of pattern.paths) {
      const steps = [...path.matchAll(/(\S+) (\S+)(?=c|Z)/g)].slice(1)
      for (const axis of [1, 2]) {
        const way = steps.reduce((sum, step) => sum + Number(step[axis]), 0)
        expect(way, path).toBeCloseTo(0, 6)
      }
    }
  }
})

test('each dot has four distinct arcs', () => {
  const { paths, dots } = kolam({ size: 9, seed: 'count' })
  const arcs = paths.join('').split('c').length - 1
  expect(arcs).toBe(dots.length * 4)
})

test('a diamond contains only the dots inside it', () => {
  expect(kolam({ size: 5, seed: 'd', diamond: true }).dots).toHaveLength(13)
  expect(kolam({ size: 5, seed: 'd', diamond: false }).dots).toHaveLength(25)
})
