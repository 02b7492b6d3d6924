/** Exits 0 when the emulator in this container is well. For HEALTHCHECK: the image has no curl. */
const port = process.env.PRETICK_PORT || '8545';

try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/_pretick/health`, { signal: AbortSignal.timeout(2000) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
