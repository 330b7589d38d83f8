import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { aSession } from '@/admin/test/builders'
import { aPayout } from '@/admin/test/peopleBuilders'
import { adminErrorResponse, recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'
import { fetchAdmin } from '@/api/admin'
import type { AdminPayout } from '@/api/adminPayouts'

/** Two clicks before the first request is answered. */
function clickTwice(element: HTMLElement): void {
  fireEvent.click(element)
  fireEvent.click(element)
}

const pageOf = (...items: object[]) => ({ items, next: null })
const button = (name: string) => screen.getByRole('button', { name })
const dialogOf = (name: string) => within(screen.getByRole('dialog', { name }))

async function signInAs(role: 'owner' | 'support' | 'finance'): Promise<void> {
  respondToGet('*/api/admin/me', () => ({ ...aSession(), admin: { username: 'rukmini', role, totp: false } }))
  await fetchAdmin()
}

describe('payouts', () => {
  test('are prepared, and teachers without bank details are named', async () => {
    let payouts: AdminPayout[] = []
    respondToGet('*/api/admin/payouts', (url) =>
      url.searchParams.get('state') === 'prepared' ? pageOf(...payouts) : pageOf(),
    )
    const requests = recordPosts('*/api/admin/payouts/run', () => {
      payouts = [aPayout()]
      return {
        prepared: payouts,
        earlier: [],
        withoutAccount: [{ teacherId: 'teacher-2', name: 'Devika Menon' }],
        failed: [{ teacherId: 'teacher-3', name: 'Leela Rao' }],
      }
    })
    const { person } = renderAdmin('/admin#payouts')
    await person.click(await screen.findByRole('button', { name: 'Prepare payouts' }))
    const dialog = dialogOf('Prepare payouts')
    expect(dialog.getByText(/No money moves until you send the bank file/)).toBeVisible()
    await person.type(dialog.getByRole('textbox', { name: 'Reason (optional)' }), 'A holiday tomorrow')
    clickTwice(dialog.getByRole('button', { name: 'Prepare payouts' }))
    expect(await screen.findByText('1 payout prepared: ₹2,397.60 in total.')).toBeVisible()
    expect(screen.getByText('Devika Menon')).toBeVisible()
    expect(screen.getByText('Leela Rao')).toBeVisible()
    expect(screen.getByText(/These payouts failed/)).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Nila Raman' })).toBeVisible()
    expect(requests.map(({ body }) => body)).toEqual([
      { date: expect.any(String), reason: 'A holiday tomorrow' },
    ])
  })

  test('are no longer listed as prepared after they were paid here or elsewhere', async () => {
    const three = [
      aPayout(),
      aPayout({ _id: 'payout-2', teacherName: 'Leela Rao' }),
      aPayout({ _id: 'payout-3' }),
    ]
    let payouts: AdminPayout[] = []
    let next: string | null = null
    respondToGet('*/api/admin/payouts', (url) => ({
      items: url.searchParams.get('state') === 'prepared' ? payouts : [],
      next,
    }))
    recordPosts('*/api/admin/payouts/run', () => {
      payouts = three
      // Of an incomplete list only the first page is loaded.
      next = 'payout-3'
      return { prepared: three, earlier: [], withoutAccount: [], failed: [] }
    })
    recordPosts('*/api/admin/payouts/payout-2/paid', () => {
      payouts = payouts.filter(({ _id }) => _id !== 'payout-2')
      return { ...three[1], state: 'paid' }
    })
    recordPosts('*/api/admin/payouts/payout-1/failed', () => {
      payouts = []
      next = null
      return { ...three[0], state: 'failed' }
    })
    const { person } = renderAdmin('/admin#payouts')
    await person.click(await screen.findByRole('button', { name: 'Prepare payouts' }))
    await person.click(dialogOf('Prepare payouts').getByRole('button', { name: 'Prepare payouts' }))
    expect(await screen.findByText(/^3 payouts prepared/)).toBeVisible()
    await person.click(await screen.findByRole('button', { name: 'Mark paid: Leela Rao' }))
    let dialog = dialogOf('Mark as paid?')
    await person.type(dialog.getByRole('textbox', { name: /^Bank reference/ }), 'UTR-7')
    await person.click(dialog.getByRole('button', { name: 'Mark paid' }))
    expect(await screen.findByText('2 payouts prepared: ₹4,795.20 in total.')).toBeVisible()
    const [fail] = screen.getAllByRole('button', { name: 'Mark failed: Nila Raman' })
    if (fail) await person.click(fail)
    dialog = dialogOf('Mark as failed?')
    await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Closed')
    await person.click(dialog.getByRole('button', { name: 'Mark failed' }))
    await waitFor(() => expect(screen.queryByText(/prepared:|Nothing new to pay out/)).toBeNull())
  })

  test('are downloaded as a table for the bank, and an empty table is not saved', async () => {
    URL.createObjectURL = vi.fn(() => 'blob:x')
    URL.revokeObjectURL = vi.fn()
    const files: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push(this.download)
    })
    respondToGet('*/api/admin/payouts', () => pageOf(aPayout()))
    const header = 'Payout,Teacher\r\n'
    recordPosts('*/api/admin/payout-exports', (count) => {
      const text = count === 1 ? `${header}payout-1,Nila Raman\r\n` : header
      return new Response(text, { headers: { 'content-type': 'text/csv' } })
    })
    const { person } = renderAdmin('/admin#payouts')
    await person.click(await screen.findByRole('button', { name: 'Bank file' }))
    await person.click(dialogOf('Download bank file').getByRole('button', { name: 'Download' }))
    expect(await screen.findByText('Bank file with 1 payout downloaded')).toBeVisible()
    expect(files).toEqual([expect.stringMatching(/^payouts-\d{4}-\d\d-\d\d\.csv$/)])
    await person.click(button('Bank file'))
    await person.click(dialogOf('Download bank file').getByRole('button', { name: 'Download' }))
    expect(await screen.findByText(/Nothing was downloaded/)).toBeVisible()
    expect(files).toHaveLength(1)
    vi.restoreAllMocks()
  })

  test('are marked as paid with the bank’s reference, and a conflicting change is shown', async () => {
    let payout = aPayout()
    respondToGet('*/api/admin/payouts/payout-1', () => ({ payout, lines: [], history: [] }))
    const requests = recordPosts('*/api/admin/payouts/payout-1/paid', () => {
      payout = aPayout({ state: 'failed', failure: 'The account is closed' })
      return adminErrorResponse(409, 'version_conflict', {
        detail: 'This payout is failed already.',
        state: 'failed',
      })
    })
    const { person } = renderAdmin('/admin#payouts/payout-1')
    await person.click(await screen.findByRole('button', { name: 'Mark paid: Nila Raman' }))
    const dialog = dialogOf('Mark as paid?')
    expect(dialog.getByText(/₹2,397\.60 to Nila Raman, account •••• 1098/)).toBeVisible()
    await person.click(dialog.getByRole('button', { name: 'Mark paid' }))
    expect(dialog.getByText('Enter the bank reference')).toBeVisible()
    await person.type(dialog.getByRole('textbox', { name: /^Bank reference/ }), ' UTR-42 {Enter}')
    expect(await dialog.findByText('This payout is failed already.')).toBeVisible()
    expect(requests.map(({ body }) => body)).toEqual([{ reference: 'UTR-42', byHand: false }])
    await person.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('The account is closed')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Mark/ })).toBeNull()
  })

  test('that are in no bank table are marked as paid only after confirming payment by hand', async () => {
    let payout = aPayout({ exportedAt: null })
    respondToGet('*/api/admin/payouts', () => pageOf(payout))
    respondToGet('*/api/admin/payouts/payout-1', () => ({ payout, lines: [], history: [] }))
    const requests = recordPosts('*/api/admin/payouts/payout-1/paid', () => {
      payout = aPayout({ exportedAt: null, state: 'paid', reference: 'UTR-42' })
      return payout
    })
    const { person } = renderAdmin('/admin#payouts')
    expect(await screen.findByText('Not exported yet')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Mark paid: Nila Raman' }))
    const dialog = dialogOf('Mark as paid?')
    expect(dialog.getByText(/hasn’t been exported to the bank/)).toBeVisible()
    await person.type(dialog.getByRole('textbox', { name: /^Bank reference/ }), 'UTR-42{Enter}')
    expect(dialog.getByText('Confirm that you’ve paid it')).toBeVisible()
    expect(requests).toHaveLength(0)
    await person.click(dialog.getByRole('checkbox', { name: 'I’ve paid it myself' }))
    await person.click(dialog.getByRole('button', { name: 'Mark paid' }))
    await waitFor(() =>
      expect(requests.map(({ body }) => body)).toEqual([{ reference: 'UTR-42', byHand: true }]),
    )
  })

  test('whose currency the bank may not accept have a warning in the list and in the bank table dialog', async () => {
    const uncertain = aPayout({ _id: 'payout-2', teacherName: 'Leela Rao', doubtfulCountry: 'United States' })
    respondToGet('*/api/admin/payouts', () => pageOf(aPayout(), { ...uncertain, exportedAt: null }))
    const { person } = renderAdmin('/admin#payouts')
    const text = 'The account is in United States: the bank may reject INR.'
    const row = await screen.findByRole('row', { name: /Leela Rao/ })
    expect(within(row).getByText(text)).toBeVisible()
    expect(screen.getAllByText(text)).toHaveLength(1)
    await person.click(button('Bank file'))
    const dialog = dialogOf('Download bank file')
    expect(dialog.getByText(/^Check these before you upload the file/)).toBeVisible()
    expect(dialog.getByRole('listitem')).toHaveTextContent(`Leela Rao, ₹2,397.60. ${text}`)
  })

  test('that are in a bank table are marked as failed with a warning that names the date', async () => {
    respondToGet('*/api/admin/payouts', () => pageOf(aPayout()))
    const { person } = renderAdmin('/admin#payouts')
    expect(await screen.findByText(/^Exported/)).toHaveTextContent('16 Nov')
    await person.click(screen.getByRole('button', { name: 'Mark failed: Nila Raman' }))
    const dialog = dialogOf('Mark as failed?')
    expect(dialog.getByText(/^Exported to the bank/)).toHaveTextContent('16 Nov')
    expect(dialog.getByText(/the next run pays the same amount again/)).toBeVisible()
  })

  test('that were paid and returned are marked as failed', async () => {
    let payout = aPayout({ state: 'paid', reference: 'UTR-42', paidAt: '2026-11-17T09:00:00Z' })
    respondToGet('*/api/admin/payouts/payout-1', () => ({ payout, lines: [], history: [] }))
    const requests = recordPosts('*/api/admin/payouts/payout-1/reverse', () => {
      payout = { ...payout, state: 'failed', failure: 'No such account' }
      return payout
    })
    const { person } = renderAdmin('/admin#payouts/payout-1')
    await person.click(await screen.findByRole('button', { name: 'Mark as returned: Nila Raman' }))
    const dialog = dialogOf('Mark as returned?')
    expect(dialog.getByText(/paid under UTR-42/)).toBeVisible()
    await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'No such account')
    clickTwice(dialog.getByRole('button', { name: 'Mark as returned' }))
    expect(await screen.findByText('Payout returned')).toBeVisible()
    expect(await screen.findByText('No such account')).toBeVisible()
    expect(requests.map(({ body }) => body)).toEqual([{ reason: 'No such account' }])
    expect(screen.queryByRole('button', { name: /^Mark as returned/ })).toBeNull()
  })

  test('that were refused show the reason in the list, which shows the prepared ones after a run', async () => {
    const failed = aPayout({ state: 'failed', failure: 'The account is closed' })
    respondToGet('*/api/admin/payouts', (url) =>
      url.searchParams.get('state') === 'failed' ? pageOf(failed) : pageOf(aPayout({ teacherName: 'Leela' })),
    )
    recordPosts('*/api/admin/payouts/run', () => ({
      prepared: [aPayout({ teacherName: 'Leela' })],
      earlier: [],
      withoutAccount: [],
      failed: [],
    }))
    const { person } = renderAdmin('/admin#payouts?state=failed')
    expect(await screen.findByText('The account is closed')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Prepare payouts' }))
    const dialog = dialogOf('Prepare payouts')
    expect(dialog.getByLabelText(/^Payout date/)).toHaveValue('2026-11-25')
    await person.click(dialog.getByRole('button', { name: 'Prepare payouts' }))
    expect(await screen.findByRole('link', { name: 'Leela' })).toBeVisible()
    expect(screen.getByRole('radio', { name: 'To be paid' })).toBeChecked()
  })

  test('of an earlier run are counted when the same day is run again', async () => {
    respondToGet('*/api/admin/payouts', () => pageOf(aPayout()))
    recordPosts('*/api/admin/payouts/run', () => ({
      prepared: [],
      earlier: [aPayout(), aPayout({ _id: 'payout-2', currency: 'USD', amount: 45 })],
      withoutAccount: [],
      failed: [],
    }))
    const { person } = renderAdmin('/admin#payouts')
    await person.click(await screen.findByRole('button', { name: 'Prepare payouts' }))
    await person.click(dialogOf('Prepare payouts').getByRole('button', { name: 'Prepare payouts' }))
    expect(await screen.findByText('Nothing new to pay out.')).toBeVisible()
    const text = '2 payouts still to be paid from earlier runs: ₹2,397.60 + $45.00 in total.'
    expect(screen.getByText(text)).toBeVisible()
  })

  test('that do not exist show a message', async () => {
    respondToGet('*/api/admin/payouts/payout-9', () => adminErrorResponse(404, 'not_found'))
    renderAdmin('/admin#payouts/payout-9')
    expect(await screen.findByText('This payout does not exist')).toBeVisible()
  })

  test('are read-only for support, with the reason', async () => {
    await signInAs('support')
    respondToGet('*/api/admin/payouts', () => pageOf(aPayout()))
    const { person } = renderAdmin('/admin#payouts', { wide: false })
    const pay = await screen.findByRole('button', { name: 'Mark paid: Nila Raman' })
    await person.click(pay)
    await person.click(button('Prepare payouts'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(pay).toHaveAttribute('aria-disabled', 'true')
    await person.hover(pay)
    expect(await screen.findByText('Only finance and owners can do this')).toBeVisible()
    await signInAs('owner')
  })
})
