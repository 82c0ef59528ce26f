import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "node_modules/", "src/wire.ts"] },
  js.configs.recommended,
  {
    files: ["src/**/*.ts"],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      // A character is a code point here, as on the wire.
      "@typescript-eslint/no-misused-spread": "off",
      // The editor's own types declare disposables as a class.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      "no-console": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    files: ["**/*.mjs", "**/*.cjs"],
    languageOptions: {
      globals: { process: "readonly", console: "readonly", require: "readonly", module: "readonly", __dirname: "readonly", URL: "readonly", setTimeout: "readonly", performance: "readonly", Buffer: "readonly" },
    },
  },
);
