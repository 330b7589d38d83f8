/** `scripts/step`, which keeps `make run` quiet: one line a step, and the output only of a failure. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'

const SCRIPT = resolve(import.meta.dirname, '../../scripts/step')

function runStep(...words) {
  const { status, stdout, stderr } = spawnSync(SCRIPT, words, { encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('scripts/step', () => {
  test('prints one line with the elapsed time', () => {
    const { status, stdout, stderr } = runStep('Building', 'sh', '-c', 'echo noise; echo warning >&2')
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
    assert.match(stdout, /^Building +0:0\d\n$/)
  })

  test('prints the output of a command that fails, and ends with its code', () => {
    const { status, stdout, stderr } = runStep('Building', 'sh', '-c', 'echo first; echo second >&2; exit 7')
    assert.deepEqual({ status, stderr }, { status: 7, stderr: 'first\nsecond\n' })
    assert.match(stdout, /^Building +0:0\d {2}failed\n$/)
  })

  test('explains its arguments', () => {
    assert.equal(runStep('Building').status, 2)
  })
})
