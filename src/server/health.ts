/** The emulator's own pages for whoever starts and stops it: is it alive, is it ready. */
import type { FastifyPluginCallback } from 'fastify';

export const healthPath = '/_pretick/health';
export const readyPath = '/_pretick/ready';

export type HealthOptions = {
  /** Whether every chain answers. */
  readonly isReady: () => boolean;
};

export function health({ isReady }: HealthOptions): FastifyPluginCallback {
  return (app, _, done) => {
    const state = { isClosing: false };
    app.addHook('preClose', (closed) => {
      state.isClosing = true;
      closed();
    });
    app.get(healthPath, { exposeHeadRoute: true }, () => ({ status: 'alive' }));
    app.get(readyPath, { exposeHeadRoute: true }, (_request, reply) => {
      const status = state.isClosing ? 'stopping' : isReady() ? 'ready' : 'starting';
      return reply.code(status === 'ready' ? 200 : 503).send({ status });
    });
    done();
  };
}
