/** The texts of the diagram of a client's money; editors write all of them. */
import { diagramGroups } from '../../../content/model-diagrams.ts';
import { type ComputeFigures, findPoint } from './diagram-source.ts';

export const moneyFigures: ComputeFigures = (block, { t }) => {
  const node = (group: string) => {
    const { label, text } = findPoint(block, group);
    return { label, text: text ?? '' };
  };
  const names = { client: node('client').label, bank: node('bank').label, company: node('company').label };
  return {
    drawing: {
      kind: 'client-money',
      nodes: { client: node('client'), bank: node('bank'), company: node('company'), creditors: node('creditors') },
      ways: {
        deposit: node('deposit'),
        withdrawal: node('withdrawal'),
        result: node('result'),
        barred: node('barred'),
      },
    },
    alt: t('diagram.money.alt', names),
    table: {
      caption: t('diagram.money.caption'),
      head: [t('diagram.money.what'), t('diagram.money.says')],
      rows: diagramGroups['client-money'].map((group) => {
        const { label, text } = node(group);
        return [label, text];
      }),
    },
  };
};
