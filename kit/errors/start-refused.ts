/** Why this installation must not start as it is set up; its message is for whoever starts it. Starting it again changes nothing. */
export class StartRefused extends Error {}

/** What a process that refused to start ends with (EX_CONFIG): whoever keeps it running can tell it from a crash. */
export const refusedStartCode = 78
