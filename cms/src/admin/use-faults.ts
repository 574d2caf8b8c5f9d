/** Reads the sentences of a refused request. */
import { useAPIErrorHandler } from '@strapi/strapi/admin';

interface Details {
  details?: { errors?: { path: string[]; message: string }[] };
}

/** @returns a function from the error of a request to its sentences, by field; `other`: those without a field. */
export function useFaults(): (error: unknown) => Record<string, string> {
  const { _unstableFormatAPIError: formatError } = useAPIErrorHandler();
  return (error) => {
    const { details, response } = error as Details & { response?: { data?: { error?: Details } } };
    const found = (details ?? response?.data?.error?.details)?.errors ?? [];
    if (found.length === 0) return { other: formatError(error as Parameters<typeof formatError>[0]) };
    return Object.fromEntries(found.map(({ path: [field = 'other'], message }) => [field, message]));
  };
}
