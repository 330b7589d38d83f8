import { commissionCopy as copy } from '@/copy/commission'
import classes from './CommissionTable.module.css'

/** Table of the commission tiers. */
export function CommissionTable() {
  return (
    <table className={classes.tiers}>
      <caption>{copy.first}</caption>
      <thead>
        <tr>
          <th scope="col">{copy.hoursColumn}</th>
          <th scope="col">{copy.rateColumn}</th>
        </tr>
      </thead>
      <tbody>
        {copy.tiers.map(({ hours, rate }) => (
          <tr key={hours}>
            <td>{hours}</td>
            <td>{rate}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
