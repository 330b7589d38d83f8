/** Repeats each failure in two lines after the full report, where the end of a log shows it. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'

const MAX_MESSAGE_CHARS = 600

export default class FailureSummary implements Reporter {
  private suite: Suite | undefined

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite
  }

  onEnd(): void {
    const failed = this.suite?.allTests().filter((test) => !test.ok()) ?? []
    for (const test of failed) process.stdout.write(`${describeFailure(test)}\n`)
  }
}

function describeFailure(test: TestCase): string {
  const error = test.results.at(-1)?.error
  const { file, line } = error?.location ?? test.location
  const message = stripVTControlCharacters(error?.message ?? 'no message').replaceAll(/\s+/g, ' ')
  return `failed: ${test.title}\n  ${relative('', file)}:${line}: ${message.slice(0, MAX_MESSAGE_CHARS)}`
}
