/**
 * Threads for files of a server that npm starts, as many as the desktop app and the services give it: a drive that hangs takes several.
 * Loaded with `--require`, because Node begins its threads while it loads the first module. On Windows a process cannot set them itself.
 */
if (process.platform !== 'win32') process.env.UV_THREADPOOL_SIZE ??= '12';
