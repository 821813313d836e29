/** The version of the page, put in when it is built. */

declare const REPLAYSAFE_VERSION: string | undefined;

/** Such as `1.2.3`. */
export const version: string = typeof REPLAYSAFE_VERSION === "string" ? REPLAYSAFE_VERSION : "0.0.0";
