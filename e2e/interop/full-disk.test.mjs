/**
 * A disk without room, as the kernel tells it (ENOSPC): bookings are refused with "try again", nothing that was confirmed is
 * lost, and everything goes on once there is room, without a restart. Where nobody may make a small disk (no root, or a container
 * without that right) `app/full_disk.rs` is what there is.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { advance, book, freeSlots } from '../support/api.ts'
import { joinCrowd, openAllHours, padma } from '../support/crowd.ts'
import { allMailSent, sqlite } from '../support/database.ts'
import { startKeysProvider } from '../support/keys-provider.ts'
import { booksAgree, startTala } from '../support/tala.ts'

const STUDENTS = 8

/** Takes all the room that is left, page by page at last. */
function fill(file) {
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

/** A folder with room for 48 MB; null where the kernel does not let us. */
function smallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'tala-full-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

const dataFolder = smallDisk()

test('a disk that is full', {
  skip: !dataFolder && 'nobody may make a small disk here',
  timeout: 240_000,
}, async (t) => {
  const provider = await startKeysProvider()
  const database = sqlite(dataFolder)
  let server
  try {
    const seeded = await startTala({ name: 'full-seed', dataFolder })
    await seeded.stop()
    server = await startTala({ name: 'full', dataFolder, settings: { 'sign_in.issuer': provider.issuer } })
    const teacher = await padma(server.url, provider)
    await openAllHours(server.url, teacher)
    const students = await joinCrowd(
      server.url,
      { provider, database },
      { size: STUDENTS, credits: 90, teacherId: teacher.id },
    )
    const slots = await freeSlots(server.url, students[0].token)
    const confirmed = []
    const told = {}
    const tryTo = async (slot, index) => {
      const { status, body } = await book(server.url, students[index % STUDENTS], slot)
      const answer = `${status} ${body.code ?? ''}`.trim()
      told[answer] = (told[answer] ?? 0) + 1
      if (status === 200) confirmed.push(body.booking.bookingId)
      return status
    }
    assert.equal(await tryTo(slots.pop(), 0), 200)
    fill(join(dataFolder, 'ballast'))
    let refused = 0
    for (const [index, slot] of slots.splice(0, 300).entries()) {
      if ((await tryTo(slot, index)) !== 200) refused += 1
      if (refused === 20) break
    }
    assert.ok(refused > 0, 'the disk was never full')
    assert.ok((await freeSlots(server.url, students[0].token)).length > 0, 'whoever only looks is served')
    rmSync(join(dataFolder, 'ballast'))
    const begun = Date.now()
    while ((await tryTo(slots[0], 0)) !== 200) {
      assert.ok(Date.now() - begun < 10_000, 'nobody can book any more')
      await pause(50)
    }
    t.diagnostic(`${JSON.stringify(told)}; back after ${Date.now() - begun} ms`)
    assert.deepEqual(
      Object.keys(told).filter((answer) => !/^(200|503 unavailable)$/.test(answer)),
      [],
    )
    // What the worker could not note is done again when its lease has run out.
    await pause(1_000)
    await advance(server.url, 5)
    await allMailSent(database)
    const there = new Set(
      await database.column(`SELECT lower(hex(id)) FROM bookings WHERE status <> 'cancelled'`),
    )
    assert.deepEqual(
      confirmed.filter((id) => !there.has(id.replaceAll('-', ''))),
      [],
      'confirmed bookings that are gone',
    )
    assert.equal(await booksAgree(server.settings), 'The books agree.\n')
  } finally {
    await server?.stop().catch(() => undefined)
    await provider.stop()
    execFileSync('umount', ['-l', dataFolder])
    rmSync(dataFolder, { recursive: true, force: true })
  }
})
