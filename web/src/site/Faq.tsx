import { faqCopy as copy } from '@/copy/siteSections'

/** Five questions (SPEC §2), which work without JavaScript. */
export function Faq({ productName }: { productName: string }) {
  return (
    <section className="faq" aria-labelledby="faq">
      <h2 id="faq">{copy.title}</h2>
      <div>
        {copy.questions(productName).map(({ question, answer }) => (
          <details key={question}>
            <summary>
              <h3>{question}</h3>
            </summary>
            <p className="faq-answer">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
