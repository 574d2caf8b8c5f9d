/** The drawings are cut down to what reads at 20 x 14: the Union Flag without its counterchange, Spain without its arms. */
const drawings = {
  en: (
    <>
      <path fill="#1f3f7f" d="M0 0h20v14H0z" />
      <path stroke="#fff" strokeWidth="2.8" d="m0 0 20 14M20 0 0 14" />
      <path stroke="#c32b3c" d="m0 0 20 14M20 0 0 14" />
      <path stroke="#fff" strokeWidth="4.6" d="M10 0v14M0 7h20" />
      <path stroke="#c32b3c" strokeWidth="2.6" d="M10 0v14M0 7h20" />
    </>
  ),
  es: (
    <>
      <path fill="#b32032" d="M0 0h20v14H0z" />
      <path fill="#efba2c" d="M0 3.5h20v7H0z" />
    </>
  ),
  it: (
    <>
      <path fill="#fff" d="M0 0h20v14H0z" />
      <path fill="#1f7a4a" d="M0 0h6.7v14H0z" />
      <path fill="#c32b3c" d="M13.3 0H20v14h-6.7z" />
    </>
  ),
} as const;

/**
 * The flag beside a language in the language switch. Inline, because three rectangles cost less than a request, and hidden
 * from assistive technology, because a flag is not the name of a language: the text beside it is.
 */
export function Flag({ locale }: { locale: keyof typeof drawings }) {
  return (
    <svg className="flag" width="20" height="14" viewBox="0 0 20 14" aria-hidden="true" focusable="false">
      {drawings[locale]}
      <path fill="none" stroke="#14211b" strokeOpacity=".2" d="M.5.5h19v13H.5z" />
    </svg>
  );
}
