/** Commands on a demo's data folder use the demo's clock, not the machine's. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceClock } from '../support/api.ts'
import { freePort, removeFolder, runTala, startTala, temporaryFolder } from '../support/tala.ts'

const DAYS_AHEAD = 40
const dataFolder = temporaryFolder()
let tala
after(async () => {
  await tala?.stop()
  removeFolder(dataFolder)
})

test('a payout run is possible for the demo’s current day, but not for a later one', async () => {
  tala = await startTala({ name: 'console', dataFolder, port: await freePort() })
  await advanceClock(tala.url, DAYS_AHEAD * 24 * 60)
  const beforeToday = new Date(Date.now() + (DAYS_AHEAD - 1) * 86_400_000).toISOString().slice(0, 10)
  assert.match(await runTala(tala.settings, 'payout', 'run', '--date', beforeToday), /payouts? prepared$/m)
  const afterToday = new Date(Date.now() + (DAYS_AHEAD + 2) * 86_400_000).toISOString().slice(0, 10)
  await assert.rejects(runTala(tala.settings, 'payout', 'run', '--date', afterToday), /not come yet/)
})
