/** An answer as a bill: name and calculation on the left, the amount on the right. */
import type { CostAnswer } from './cost-lines.ts';
import type { CostWriter } from './cost-writer.ts';
import styles from './costs.module.css';

export function CostBillView({
  answer,
  writer,
  more,
  live = false,
}: {
  /** True after a change by the visitor: amounts that differ from the last bill are animated. */
  live?: boolean;
  answer: CostAnswer;
  writer: CostWriter;
  more: readonly string[];
}) {
  return (
    <>
      <table className={live ? `${styles.bill} ${styles.live}` : styles.bill}>
        <caption>{answer.caption}</caption>
        <tbody>
          {answer.lines.map(({ label, detail, amount, kind }, index) => (
            <tr key={index} className={kind && styles[kind]}>
              <th scope="row">
                <span>{label}</span> {detail ? <small>{detail}</small> : null}
              </th>
              <td>
                <span key={amount} translate="no">
                  {amount}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.notes}>{[...answer.notes.map((key) => writer.words[key]), ...more].join(' ')}</p>
    </>
  );
}
