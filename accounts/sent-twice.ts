/** Without JavaScript nothing stops a second press of the button, and after going back the same form can be sent again. */
export const sentTwiceWithin = 10 * 60_000;
