/** The command line beside a demo: its commands live on the demo's clock, not on the machine's. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advance } from '../support/api.ts'
import { freePort, freshFolder, removeFolder, runTala, startTala } from '../support/tala.ts'

const DAYS_AHEAD = 40
const dataFolder = freshFolder()
let tala
after(async () => {
  await tala?.stop()
  removeFolder(dataFolder)
})

test('a payout run of the demo’s own day is no run of a day to come', async () => {
  tala = await startTala({ name: 'console', dataFolder, port: await freePort() })
  await advance(tala.url, DAYS_AHEAD * 24 * 60)
  const ahead = new Date(Date.now() + (DAYS_AHEAD - 1) * 86_400_000).toISOString().slice(0, 10)
  assert.match(await runTala(tala.settings, 'payout', 'run', '--date', ahead), /payouts made\.$/m)
  const beyond = new Date(Date.now() + (DAYS_AHEAD + 2) * 86_400_000).toISOString().slice(0, 10)
  await assert.rejects(runTala(tala.settings, 'payout', 'run', '--date', beyond), /not come yet/)
})
