import { expect, test } from 'vitest'
import { scriptWords } from './words'

test('for a signed-in visitor, the button says Continue and the open times stay', async () => {
  localStorage.setItem('oidc.user:https://id.example:tala', '{}')
  const words = JSON.stringify({ ...scriptWords(), acceptScript: '' })
  document.body.innerHTML = `<script id="words" type="application/json">${words}</script>
    <a class="button" data-accept="TCH-PAD-2345">Accept the invitation</a>
    <a data-accept="TCH-PAD-2345"><b>7:00 am</b></a>`
  await import('./main')
  const texts = [...document.querySelectorAll('a')].map((link) => link.textContent)
  expect(texts).toEqual(['Continue', '7:00 am'])
})
