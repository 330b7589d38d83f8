/**
 * A full disk (ENOSPC): bookings are rejected with a retry hint, no confirmed booking is lost, and
 * the server recovers without a restart once there is space. Without permission to mount a small
 * disk only `app/full_disk.rs` tests this.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { advanceClock, book, freeSlots } from '../support/api.ts'
import { sqlite, waitForAllMailsSent } from '../support/database.ts'
import { createStudents, openAllHours, signInPadma } from '../support/load-clients.ts'
import { checkLedger, startTala } from '../support/tala.ts'
import { startTokenProvider } from '../support/token-provider.ts'

const STUDENTS = 8

/** Fills the disk, at the end page by page. */
function fillDisk(file) {
  const ballast = openSync(file, 'a')
  for (const bytes of [1 << 20, 1 << 16, 1 << 12]) {
    try {
      for (;;) writeSync(ballast, Buffer.alloc(bytes))
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error
    }
  }
  closeSync(ballast)
}

/** A folder on a disk of 48 MB; `null` without permission to mount it. */
function mountSmallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'tala-full-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

const dataFolder = mountSmallDisk()

test('a full disk', {
  skip: !dataFolder && 'no permission to mount a small disk',
  timeout: 240_000,
}, async (t) => {
  const provider = await startTokenProvider()
  const database = sqlite(dataFolder)
  let server
  try {
    const seeded = await startTala({ name: 'full-seed', dataFolder })
    await seeded.stop()
    server = await startTala({
      name: 'full',
      dataFolder,
      settings: { 'oidc.issuer': provider.issuer, 'oidc.link_by_verified_email': 'true' },
    })
    const teacher = await signInPadma(server.url, provider)
    await openAllHours(server.url, teacher)
    const students = await createStudents(
      server.url,
      { provider, database },
      { size: STUDENTS, credits: 90, teacherId: teacher.id },
    )
    const slots = await freeSlots(server.url, students[0].token)
    const confirmed = []
    const answers = {}
    const bookSlot = async (slot, index) => {
      const { status, body } = await book(server.url, students[index % STUDENTS], slot)
      const answer = `${status} ${body.code ?? ''}`.trim()
      answers[answer] = (answers[answer] ?? 0) + 1
      if (status === 200) confirmed.push(body.booking.bookingId)
      return status
    }
    assert.equal(await bookSlot(slots.pop(), 0), 200)
    fillDisk(join(dataFolder, 'ballast'))
    let rejected = 0
    for (const [index, slot] of slots.splice(0, 300).entries()) {
      if ((await bookSlot(slot, index)) !== 200) rejected += 1
      if (rejected === 20) break
    }
    assert.ok(rejected > 0, 'the disk was never full')
    assert.ok((await freeSlots(server.url, students[0].token)).length > 0, 'reads still work')
    rmSync(join(dataFolder, 'ballast'))
    const startedAt = Date.now()
    while ((await bookSlot(slots[0], 0)) !== 200) {
      assert.ok(Date.now() - startedAt < 10_000, 'bookings fail')
      await pause(50)
    }
    t.diagnostic(`${JSON.stringify(answers)}; back after ${Date.now() - startedAt} ms`)
    assert.deepEqual(
      Object.keys(answers).filter((answer) => !/^(200|503 unavailable)$/.test(answer)),
      [],
    )
    // Jobs whose result the worker could not store are repeated after their lease has expired.
    await pause(1_000)
    await advanceClock(server.url, 5)
    await waitForAllMailsSent(database)
    const there = new Set(
      await database.column(`SELECT lower(hex(id)) FROM bookings WHERE status <> 'cancelled'`),
    )
    assert.deepEqual(
      confirmed.filter((id) => !there.has(id.replaceAll('-', ''))),
      [],
      'lost confirmed bookings',
    )
    assert.equal(await checkLedger(server.settings), 'Ledger check: balanced\n')
  } finally {
    await server?.stop().catch(() => undefined)
    await provider.stop()
    execFileSync('umount', ['-l', dataFolder])
    rmSync(dataFolder, { recursive: true, force: true })
  }
})
