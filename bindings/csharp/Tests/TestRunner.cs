// A test is a static method without parameters in a class whose name begins with Test. Its name, with spaces for
// underscores, says what holds.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

static class Expect
{
    public static void Equal<T>(T actual, T expected)
    {
        if (!EqualityComparer<T>.Default.Equals(actual, expected)) throw new Exception($"is {actual}, should be {expected}");
    }

    public static void True(bool holds, string what)
    {
        if (!holds) throw new Exception(what);
    }

    public static T Throws<T>(Action action, string part = "") where T : Exception
    {
        try {
            action();
        } catch (T exception) {
            if (!exception.Message.Contains(part)) throw new Exception($"the message is \"{exception.Message}\", should contain \"{part}\"");
            return exception;
        }
        throw new Exception($"{typeof(T).Name} was not thrown");
    }
}

static class Program
{
    static int Main()
    {
        int passed = 0, failed = 0;
        foreach (Type type in typeof(Program).Assembly.GetTypes().Where(type => type.Name.StartsWith("Test", StringComparison.Ordinal)).OrderBy(type => type.Name))
            foreach (MethodInfo method in type.GetMethods(BindingFlags.Static | BindingFlags.Public)) {
                string name = $"{type.Name}: {method.Name.Replace('_', ' ')}";
                try {
                    method.Invoke(null, null);
                    ++passed;
                } catch (TargetInvocationException exception) {
                    Console.WriteLine("failed: {0}\n{1}", name, exception.InnerException);
                    ++failed;
                }
            }
        Console.WriteLine("{0} passed, {1} failed", passed, failed);
        return failed == 0 && passed > 0 ? 0 : 1;
    }
}
