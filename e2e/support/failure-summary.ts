/** Repeats each failure in two lines after the full report, where the end of a log shows it. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'

const MAX_MESSAGE_CHARS = 600

export default class FailureSummary implements Reporter {
  private suite: Suite | undefined
  private readonly errors: TestError[] = []

  onBegin(_config: FullConfig, suite: Suite): void {
    this.suite = suite
  }

  /** An error outside of a test, such as the crash of a worker. */
  onError(error: TestError): void {
    this.errors.push(error)
  }

  onEnd(): void {
    const failed = this.suite?.allTests().filter((test) => !test.ok()) ?? []
    const lines = [...failed.map(describeFailure), ...this.errors.map((error) => `error: ${describe(error)}`)]
    for (const line of lines) process.stdout.write(`${line}\n`)
  }
}

function describeFailure(test: TestCase): string {
  const title = test.titlePath().filter(Boolean).join(' › ')
  return `failed: ${title}\n  ${describe({ location: test.location, ...test.results.at(-1)?.error })}`
}

function describe({ location, message = 'no message' }: TestError): string {
  const place = location ? `${relative('', location.file)}:${location.line}: ` : ''
  const text = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ')
  return `${place}${text.slice(0, MAX_MESSAGE_CHARS)}`
}
