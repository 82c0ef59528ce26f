// The server under test: the one that is named (pytest does), else that of the checkout's environment, else that of python3.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const CHECKOUT = new URL("../../../../", import.meta.url);

/** The interpreter itself, which a wrapper on the PATH finds by the person's home; undefined where it has no server. */
function withServer(python) {
  const code = "import sys, noctule, pygls; print(sys.executable)";
  try {
    return execFileSync(python, ["-P", "-c", code], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

/** The words that start it, and the Python that it runs in. Throws where there is none, with what to do. */
export function serverUnderTest(environment = process.env) {
  if (environment.NOCTULE_TEST_SERVER !== undefined) {
    return { command: JSON.parse(environment.NOCTULE_TEST_SERVER), python: environment.NOCTULE_TEST_PYTHON };
  }
  const own = ["bin/python", "Scripts/python.exe"].map((file) => fileURLToPath(new URL(`.venv/${file}`, CHECKOUT)));
  for (const one of [...own, "python3", "python"]) {
    const python = withServer(one);
    if (python !== undefined) {
      return { command: [python, "-P", "-m", "noctule", "serve"], python };
    }
  }
  throw new Error("no Python here has the server to test: run `python3 -m venv .venv && .venv/bin/pip install -e .` at the top of the checkout");
}
