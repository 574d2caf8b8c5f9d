/** The interface through which journeys control a browser, independent of its engine and library. */

export interface EngineOptions {
  /** The system's theme. */
  theme?: 'light' | 'dark';
  javaScript?: boolean;
}

export interface EnginePage {
  open: (url: string) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  /** Runs a function in the page. The function may use only its parameter. */
  run: <Answer, Given extends readonly unknown[]>(
    work: (...given: Given) => Answer,
    ...given: Given
  ) => Promise<Awaited<Answer>>;
  /** A real click in the middle of the first element that is visible. */
  click: (selector: string) => Promise<void>;
  /** Real keys into the focused element. */
  type: (text: string) => Promise<void>;
  press: (key: 'Tab' | 'Enter' | 'Escape' | 'ArrowDown') => Promise<void>;
  chooseFile: (selector: string, path: string) => Promise<void>;
  /** Takes a screenshot of the window as PNG. */
  picture: () => Promise<Buffer>;
}

export interface Engine {
  name: string;
  version: string;
  /** Opens a page for a new visitor, and closes the previous page. */
  newVisitor: () => Promise<EnginePage>;
  close: () => Promise<void>;
}
