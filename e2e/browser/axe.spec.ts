/** The repeated measurement of small targets (`violationsOf`). */
import { violationsOf, WCAG } from './axe.ts'
import { expect, test } from './fixtures.ts'

const button = (name: string, style: string) =>
  `<button aria-label="${name}" style="padding: 0; border: 0; ${style}"></button>`

test('small targets are reported, and those that a sticky bar covers in part are not', async ({ page }) => {
  await page.setContent(`<!doctype html><html lang="en"><title>Targets</title><main>
    <h1>Targets</h1>
    ${button('one', 'width: 10px; height: 10px')}${button('two', 'width: 10px; height: 10px')}
    <div style="position: absolute; top: calc(100vh - 60px)">
      ${button('covered', 'width: 200px; height: 50px')}
    </div>
    <div style="height: 4000px"></div>
    <div style="position: sticky; bottom: 0; background: #fff">
      ${button('bar', 'width: 100%; height: 50px')}
    </div>
    </main></html>`)
  const names = (await violationsOf(page, WCAG)).map((violation) =>
    /^(.*?): .*aria-label="(\w+)"/.exec(violation),
  )
  expect(names.map((match) => match?.slice(1))).toEqual([
    ['target-size', 'one'],
    ['target-size', 'two'],
  ])
})
