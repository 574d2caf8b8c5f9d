/** Chooses a version as one of the two that are compared. */
import { Typography } from '@strapi/design-system';
import { useColorScheme } from '../../../admin/use-color-scheme';
import { useSay } from '../../../admin/panel-words';

interface Props {
  side: 'from' | 'to';
  /** Names the version. */
  name: string;
  checked: boolean;
  onChoose: () => void;
}

export function SideChoice({ side, name, checked, onChoose }: Props) {
  const say = useSay('history');
  const scheme = useColorScheme();
  const label = `${say(side)}: ${name}`;
  return (
    <label style={{ whiteSpace: 'nowrap' }}>
      <input type="radio" style={scheme} name={side} checked={checked} onChange={onChoose} aria-label={label} />{' '}
      <Typography variant="pi">{say(side)}</Typography>
    </label>
  );
}
