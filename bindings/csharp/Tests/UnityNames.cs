// The names of Unity that the sample uses, so that it can be compiled without the engine. They do nothing.
namespace UnityEngine
{
    public class MonoBehaviour
    {
    }

    public sealed class TextAsset
    {
        public string name;
        public string text;
    }

    public static class Time
    {
        public static float fixedDeltaTime;
    }

    public static class Debug
    {
        public static void LogWarning(object message)
        {
        }
    }

    public struct Rect
    {
        public Rect(float x, float y, float width, float height)
        {
        }
    }

    public static class GUI
    {
        public static void Label(Rect where, string text)
        {
        }
    }
}
