/** Browsers draw dates and radio buttons of their own: dark in the panel's dark theme. */
import { useTheme } from 'styled-components';

export function useColorScheme(): { colorScheme: 'light' | 'dark' } {
  const { colors } = useTheme();
  return { colorScheme: colors.neutral0 === '#ffffff' ? 'light' : 'dark' };
}
