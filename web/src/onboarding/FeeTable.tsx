import { IconGift } from '@tabler/icons-react'
import { onboardingCopy } from '@/copy/onboarding'
import classes from './FeeTable.module.css'

const copy = onboardingCopy.student

/** The promotion for new students and the platform fee afterwards (SPEC §9, D21). */
export function FeeTable() {
  return (
    <aside className={classes.panel} aria-label={copy.feesTitle}>
      <div className={classes.promotion}>
        <IconGift size={22} aria-hidden="true" className={classes.icon} />
        <div>
          <h2 className={classes.heading}>{copy.promotionTitle}</h2>
          <p className={classes.text}>{copy.promotion}</p>
        </div>
      </div>
      <details className={classes.fees}>
        <summary className={classes.summary}>{copy.feesOpen}</summary>
        <h2 id="fees" className={classes.heading}>
          {copy.feesTitle}
        </h2>
        <p className={classes.text}>{copy.feesLead}</p>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{copy.classesColumn}</th>
              <th scope="col">{copy.feeColumn}</th>
            </tr>
          </thead>
          <tbody>
            {onboardingCopy.feeTiers.map((tier) => (
              <tr key={tier.classes}>
                <td>{tier.classes}</td>
                <td>{tier.fee}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </aside>
  )
}
