using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
);

const worker :Workerd.Worker = (
  modules = [(name = "suite.js", esModule = embed "../../dist/test/workerd/suite.js")],
  compatibilityDate = "2026-04-26",
  compatibilityFlags = [],
);
