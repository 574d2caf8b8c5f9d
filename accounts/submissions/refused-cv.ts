import type { CvFault } from '../../site/page/form-services.ts';

/** A file is refused as a CV, for the reason in `fault`. Any other error of a reader means that it does not understand the file, which then counts as `cvKind`. */
export class RefusedCv extends Error {
  readonly fault: CvFault;
  constructor(fault: CvFault) {
    super(fault);
    this.fault = fault;
  }
}
