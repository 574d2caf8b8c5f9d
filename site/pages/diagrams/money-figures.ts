/** The texts of the diagram of a client's money; editors write all of them. */
import { diagramGroups } from '../../../content/model-diagrams.ts';
import { type ComputeFigures, findPoint } from './diagram-source.ts';

export const moneyFigures: ComputeFigures = (block, { t }) => {
  const find = (group: string) => {
    const { label, text } = findPoint(block, group);
    return { label, text: text ?? '' };
  };
  const names = { client: find('client').label, bank: find('bank').label, company: find('company').label };
  return {
    drawing: {
      kind: 'client-money',
      nodes: { client: find('client'), bank: find('bank'), company: find('company'), creditors: find('creditors') },
      ways: {
        deposit: find('deposit'),
        withdrawal: find('withdrawal'),
        result: find('result'),
        barred: find('barred'),
      },
    },
    alt: t('diagram.money.alt', names),
    table: {
      caption: t('diagram.money.caption'),
      head: [t('diagram.money.what'), t('diagram.money.says')],
      rows: diagramGroups['client-money'].map((group) => {
        const { label, text } = find(group);
        return [label, text];
      }),
    },
  };
};
