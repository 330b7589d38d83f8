// @vitest-environment node
import { expect, test } from 'vitest'
import { kolam } from './kolam'

test('the same seed gives the same pattern, another seed another one', () => {
  const one = kolam({ size: 7, seed: 'teacher-1' })
  expect(kolam({ size: 7, seed: 'teacher-1' })).toEqual(one)
  expect(kolam({ size: 7, seed: 'teacher-2' }).paths).not.toEqual(one.paths)
})

test('every strand closes where it began', () => {
  for (let seed = 0; seed < 300; seed++) {
    const pattern = kolam({ size: 3 + (seed % 7), seed: String(seed), diamond: seed % 2 === 0 })
    for (const path of pattern.paths) {
      const start = /^M(\S+ \S+)C/.exec(path)?.[1]
      const end = /(\S+ \S+)Z$/.exec(path)?.[1]?.replace(/^C/, '')
      expect(end, path).toBe(start)
    }
  }
})

test('four arcs surround each dot, none twice', () => {
  const { paths, dots } = kolam({ size: 9, seed: 'count' })
  const arcs = paths.join('').split('C').length - 1
  expect(arcs).toBe(dots.length * 4)
})

test('a diamond keeps to its dots', () => {
  expect(kolam({ size: 5, seed: 'd', diamond: true }).dots).toHaveLength(13)
  expect(kolam({ size: 5, seed: 'd', diamond: false }).dots).toHaveLength(25)
})
