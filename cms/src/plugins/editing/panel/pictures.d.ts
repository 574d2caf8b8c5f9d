/** Pictures that the panel's build turns into addresses. */
declare module '*.webp' {
  const address: string;
  export default address;
}
